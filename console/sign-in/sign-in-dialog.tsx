import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../ground/session.ts';
import { hadSession, signedIn } from '../ground/sign-in-request.ts';
import { useTexts } from '../texts/texts.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for a sign-in over the page, whose calls wait: what somebody was doing goes on afterwards. */
export function SignInDialog({ isWanted }: { readonly isWanted: boolean }) {
  const texts = useTexts();
  const queries = useQueryClient();
  const onDone = () => {
    signedIn();
    // Perhaps somebody else has signed in, with other permissions.
    void queries.invalidateQueries({ queryKey: sessionKey });
  };
  return (
    <Modal
      opened={isWanted}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={texts.signIn.title}
    >
      {hadSession() && (
        <Text size="sm" mb="md">
          {texts.signIn.again}
        </Text>
      )}
      <SignInForm onDone={onDone} />
    </Modal>
  );
}
