import type { ReactNode } from 'react';
import { FormDialog } from '../../common/form-dialog.tsx';
import { useSending } from '../../common/use-sending.ts';
import type { Action } from '../../ground/action.ts';
import type { Return, ReturnCall } from '../returns.ts';
import { useReturnTexts } from '../texts/use-texts.ts';

/** Properties of the form of a call about a return. */
export interface ReturnFormProps {
  readonly call: ReturnCall;
  readonly one: Return;
  readonly title: string;
  readonly onClose: () => void;
}

interface ReturnDialogProps extends ReturnFormProps {
  readonly action: Action;
  /** True for a form without fields. */
  readonly startsAtButton?: boolean;
  readonly children?: ReactNode;
}

/** The dialog of a call about a return. Refusals stand above its fields. */
export function ReturnDialog({ call, title, action, startsAtButton = false, onClose, children }: ReturnDialogProps) {
  const texts = useReturnTexts();
  const { refusal, isSending, send } = useSending({});
  return (
    <FormDialog
      {...{ title, refusal, action, isSending, startsAtButton, onClose }}
      explained={texts.explained[call]}
      yes={texts.calls[call]}
      cancel={texts.keep}
      onSubmit={() => void send(action, onClose)}
    >
      {children}
    </FormDialog>
  );
}
