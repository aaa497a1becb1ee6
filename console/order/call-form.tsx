import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ProblemError } from '../../client/browser.ts';
import { useSending } from '../common/use-sending.ts';
import type { Action } from '../ground/action.ts';
import { CopyCall } from '../ground/calls.tsx';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useShownFault } from '../ground/shown-fault.ts';
import { useTexts } from '../texts/texts.tsx';
import { useReread } from './order.ts';

export type Faults<Values extends object> = Partial<Record<keyof Values, ReactNode>>;

export interface CallFormProps<Values extends object> {
  readonly orderId: number;
  /** The body's fields that the form has: a fault of any other field is shown above the form. */
  readonly values: Values;
  readonly action: Action;
  /** The word on the button that sends the call. */
  readonly button: string;
  /** False for a form that lacks something. */
  readonly isReady?: boolean;
  /** True for a call that cannot be undone. */
  readonly isGrave?: boolean;
  readonly onClose: () => void;
  readonly children: (faults: Faults<Values>) => ReactNode;
}

/**
 * A form in a dialog that sends one call about an order. Faults are shown at their fields, and all other refusals
 * above them.
 */
export function CallForm<Values extends object>(props: CallFormProps<Values>) {
  const { orderId, values, action, button, isReady = true, isGrave = false, onClose, children } = props;
  const texts = useTexts().order.decide;
  const reread = useReread(orderId);
  const { faults, refusal, rest, isSending, send } = useSending(values);
  const shown = useShownFault(isSending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(action, onClose).finally(reread);
  };
  return (
    <form ref={shown} onSubmit={submit} noValidate>
      <Stack gap="sm">
        {rest !== null && <ProblemNotice error={rest} />}
        {isConflict(refusal) && <Text size="sm">{texts.refused}</Text>}
        {children(faults)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button.Group>
            <Button type="submit" loading={isSending} disabled={!isReady} {...(isGrave ? { color: 'red.9' } : {})}>
              {button}
            </Button>
            {isReady && <CopyCall action={action} />}
          </Button.Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns whether a change since the last read may have caused a refusal. */
const isConflict = (refusal: unknown) =>
  refusal instanceof ProblemError && (refusal.status === 409 || refusal.status === 412);

export interface OrderDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the dialog is gone. */
  readonly onClosed?: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog about an order. Its content is created each time that it opens, and the focus returns to its former
 * element.
 */
export function OrderDialog({ title, isOpen, onClose, onClosed, children }: OrderDialogProps) {
  const { close } = useTexts().problem;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': close }}
      centered
      {...(onClosed ? { onExitTransitionEnd: onClosed } : {})}
    >
      {children}
    </Modal>
  );
}
