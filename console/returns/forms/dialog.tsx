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
  /** False for a form that lacks something. */
  readonly isReady?: boolean;
  /** True for a form without fields. */
  readonly startsAtButton?: boolean;
  readonly children?: ReactNode;
}

/** The dialog of a call about a return. It shows refusals above its fields. */
export function ReturnDialog(props: ReturnDialogProps) {
  const { call, title, action, isReady = true, startsAtButton = false, onClose, children } = props;
  const texts = useReturnTexts();
  const { refusal, isSending, send } = useSending({});
  return (
    <FormDialog
      {...{ title, refusal, action, isSending, isReady, startsAtButton, onClose }}
      explained={texts.explained[call]}
      yes={texts.calls[call]}
      cancel={texts.keep}
      onSubmit={() => void send(action, onClose)}
    >
      {children}
    </FormDialog>
  );
}
