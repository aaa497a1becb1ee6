import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loaded } from '../faults/load.ts';
import { sessionKey } from '../ground/session.ts';
import { hadSession, isSignInWanted, onSignInChange, signedIn } from '../ground/sign-in-request.ts';
import { useTexts } from '../texts/texts.tsx';

/** Loaded when a session has ended: most visits begin with one. */
const SignInForm = lazy(async () => ({
  default: (await loaded(() => import('./sign-in-form.tsx'))).SignInForm,
}));

/** Asks for a sign-in over the page, whose calls wait: what somebody was doing goes on afterwards. */
export function SignInOverPage() {
  const texts = useTexts();
  const isWanted = useSyncExternalStore(onSignInChange, isSignInWanted);
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
      <Suspense>
        <SignInForm onDone={onDone} />
      </Suspense>
    </Modal>
  );
}
