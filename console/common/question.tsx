import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Action } from '../ground/action.ts';
import { CallButton, RefusalOfCall } from '../ground/calls.tsx';
import { useTexts } from '../texts/texts.tsx';

interface QuestionProps<Result> {
  readonly title: string;
  readonly what: string;
  /** The words of the button that sends the call. */
  readonly yes: string;
  readonly no: string;
  readonly action: Action<Result>;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
  readonly isDangerous?: boolean;
}

/** Asks before a call that cannot be taken back. */
export function Question<Result>(props: QuestionProps<Result>) {
  const { title, what, yes, no, action, onDone, onClose, isDangerous = false } = props;
  const { problem } = useTexts();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': problem.close }}>
      <Stack>
        <RefusalOfCall />
        <Text size="sm" className="address">
          {what}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {no}
          </Button>
          <CallButton action={action} onDone={onDone} {...(isDangerous ? { color: 'red' } : {})}>
            {yes}
          </CallButton>
        </Group>
      </Stack>
    </Modal>
  );
}
