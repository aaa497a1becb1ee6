import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { MouseEvent } from 'react';

/** A question before a form is sent. */
export interface SaveQuestionWords {
  readonly title: string;
  readonly what: string;
  /** The words of the button that sends the form. */
  readonly yes: string;
  readonly no: string;
}

interface SaveQuestionProps extends SaveQuestionWords {
  readonly onYes: (event: MouseEvent) => void;
  readonly onNo: () => void;
}

/** Asks before a form is sent whose effect somebody may not expect. */
export function SaveQuestion({ title, what, yes, no, onYes, onNo }: SaveQuestionProps) {
  return (
    <Modal opened onClose={onNo} title={title} withCloseButton={false}>
      <Stack>
        <Text size="sm" className="address">
          {what}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onNo} data-autofocus>
            {no}
          </Button>
          <Button color="red.9" onClick={onYes}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
