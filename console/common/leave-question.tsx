import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';

interface Question {
  readonly isAsked: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/** Asks before somebody leaves the page, closes the tab or closes the form without saving. @param isDirty true if something would be lost */
export function useLeaveQuestion(isDirty: boolean): Question & { readonly ask: (leave: () => void) => void } {
  const [closing, setClosing] = useState<{ leave: () => void } | null>(null);
  const blocker = useBlocker({
    // Other changes of the address, such as a filter of the page, keep the form.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  return {
    isAsked: isBlocked || closing !== null,
    ask: (leave) => setClosing({ leave }),
    stay: () => (isBlocked ? blocker.reset() : setClosing(null)),
    leave: () => (isBlocked ? blocker.proceed() : closing?.leave()),
  };
}

export function LeaveQuestion({ isAsked, stay, leave }: Question) {
  const { draft: texts } = useTexts();
  return (
    <Modal opened={isAsked} onClose={stay} title={texts.leave} withCloseButton={false}>
      <Text size="sm">{texts.leaveDetail}</Text>
      <Group mt="md" gap="xs" justify="flex-end">
        <Button variant="default" onClick={stay} data-autofocus>
          {texts.stay}
        </Button>
        <Button color="red" onClick={leave}>
          {texts.discard}
        </Button>
      </Group>
    </Modal>
  );
}
