import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Action } from '../ground/action.ts';
import { CopyCall } from '../ground/calls.tsx';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useShownFault } from '../ground/shown-fault.ts';
import { useTexts } from '../texts/texts.tsx';

interface FormDialogProps {
  readonly title: string;
  /** The purpose of the call. */
  readonly explained?: string;
  /** A refusal that is of no field; null without one. */
  readonly refusal: unknown;
  /** The call that the form sends, for those who copy it. */
  readonly action: Action;
  readonly isSending: boolean;
  /** False for a form that lacks something. Default: true. */
  readonly isReady?: boolean;
  /** The words of the button that sends the call. */
  readonly yes: string;
  readonly cancel: string;
  /** True for a form without a field that has the keyboard first. */
  readonly startsAtButton?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog that sends one call. It stays open until the call has succeeded. */
export function FormDialog(props: FormDialogProps) {
  const { title, explained, refusal, action, isSending, isReady = true, yes, cancel } = props;
  const { startsAtButton, onSubmit, onClose, children } = props;
  const { problem } = useTexts();
  const shown = useShownFault(isSending);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': problem.close }}>
      <form
        ref={shown}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          {explained !== undefined && <Text size="sm">{explained}</Text>}
          {refusal !== null && <ProblemNotice error={refusal} />}
          {children}
          <Group justify="flex-end" className="dialog-foot">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button.Group>
              <Button
                type="submit"
                loading={isSending}
                disabled={!isReady}
                data-autofocus={startsAtButton || undefined}
              >
                {yes}
              </Button>
              {isReady && <CopyCall action={action} />}
            </Button.Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
