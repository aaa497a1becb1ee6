import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ProblemError } from '../../client/browser.ts';
import { useSending } from '../common/use-sending.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { ServiceText } from '../texts/service-words.tsx';
import { useTexts } from '../texts/texts.tsx';

/** Whether browsers keep the cookie of a session here: with TLS, or on the machine itself. */
const isSecure = window.isSecureContext;

/** Asks for e-mail and password. @param onDone called when the service has accepted them */
export function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const texts = useTexts();
  const { refusal, isSending, send } = useSending({});
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  // A wrong password is a 401, too: it must not ask for a sign-in.
  const submit = form.onSubmit((values) => send(({ session }) => session.run(values, { signIn: false }), onDone));
  if (!isSecure) return <Alert color="yellow">{texts.signIn.needsHttps}</Alert>;
  return (
    <form onSubmit={submit}>
      <Stack>
        {refusal !== null && <Refusal error={refusal} />}
        <TextInput
          label={texts.signIn.email}
          type="email"
          autoComplete="username"
          required
          data-autofocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={texts.signIn.password}
          autoComplete="current-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isSending}>
          {texts.signIn.button}
        </Button>
      </Stack>
    </form>
  );
}

/** A wrong password needs no code and no request id. */
function Refusal({ error }: { readonly error: unknown }) {
  if (error instanceof ProblemError && ['credentials.wrong', 'credentials.too-many-failures'].includes(error.code)) {
    return (
      <Alert role="alert" color="red">
        <Text size="sm">
          <ServiceText>{error.detail}</ServiceText>
        </Text>
      </Alert>
    );
  }
  return <ProblemNotice error={error} />;
}
