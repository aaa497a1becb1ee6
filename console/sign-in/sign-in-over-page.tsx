import { Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { hadSession, isSignInWanted, onSignInChange, signedIn } from '../ground/sign-in-request.ts';
import { useTexts } from '../texts/texts.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for a sign-in over the page, whose calls wait: what somebody was doing goes on afterwards. */
export function SignInOverPage() {
  const texts = useTexts();
  const isWanted = useSyncExternalStore(onSignInChange, isSignInWanted);
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
      <SignInForm onDone={signedIn} />
    </Modal>
  );
}
