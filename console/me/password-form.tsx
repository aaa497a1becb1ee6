import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../ground/client.ts';
import { fieldErrors } from '../ground/field-errors.tsx';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useShownFault } from '../ground/shown-fault.ts';
import { useTexts } from '../texts/texts.tsx';
import { sessionsKey } from './sessions.tsx';

const empty = { password: '', new_password: '' };

/** Changes the password. The service ends the other sessions of the user. */
export function PasswordForm() {
  const texts = useTexts();
  const queries = useQueryClient();
  const [result, setResult] = useState<{ done: boolean; refusal: unknown }>({ done: false, refusal: null });
  const form = useForm({ mode: 'uncontrolled', initialValues: empty });
  const shown = useShownFault(form.submitting);
  const send = form.onSubmit(async (values) => {
    setResult({ done: false, refusal: null });
    try {
      await client.session.password.update(values);
      form.reset();
      setResult({ done: true, refusal: null });
      await queries.invalidateQueries({ queryKey: sessionsKey });
    } catch (error) {
      const errors = fieldErrors(error, empty);
      form.setErrors(errors);
      if (Object.keys(errors).length === 0) setResult({ done: false, refusal: error });
    }
  });
  return (
    <form ref={shown} onSubmit={send}>
      <Stack maw={320}>
        {result.refusal !== null && <ProblemNotice error={result.refusal} />}
        {result.done && <Alert role="status">{texts.me.passwordChanged}</Alert>}
        <PasswordInput
          label={texts.me.presentPassword}
          autoComplete="current-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={texts.me.newPassword}
          description={texts.me.endsOthers}
          autoComplete="new-password"
          required
          key={form.key('new_password')}
          {...form.getInputProps('new_password')}
        />
        <Button type="submit">{texts.me.change}</Button>
      </Stack>
    </form>
  );
}
