import { Center, Paper, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useTitle } from '../ground/title.ts';
import { useTexts } from '../texts/texts.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The code of a one-time link, which is in the fragment: browsers send no fragment, so no log has it. */
const codeOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('code');

/** The page that asks for a sign-in, and that a one-time link opens. */
export function SignInPage() {
  const texts = useTexts();
  const navigate = useNavigate();
  const [code] = useState(() => codeOf(window.location.hash));
  const [refusal, setRefusal] = useState<unknown>(null);
  useTitle(texts.signIn.title);
  useEffect(() => {
    if (code === null) return;
    // The code counts once. It does not stay in the address, and so not in the history.
    window.history.replaceState(null, '', window.location.pathname);
    client.session.run({ code }, { signIn: false }).then(() => navigate({ to: '/' }), setRefusal);
  }, [code, navigate]);
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={400} maw="100%">
        <Title order={1} size="h3" mb="md">
          {texts.signIn.title}
        </Title>
        {refusal !== null && <ProblemNotice error={refusal} />}
        {code !== null && refusal === null ? (
          <Text>{texts.signIn.withLink}</Text>
        ) : (
          <SignInForm onDone={() => navigate({ to: '/' })} />
        )}
      </Paper>
    </Center>
  );
}
