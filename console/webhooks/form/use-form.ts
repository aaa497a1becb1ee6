import { type FormEvent, useState } from 'react';
import { client } from '../../ground/client.ts';
import { type FormFaults, faultsOf, noFaults } from './faults.tsx';
import type { WebhookFormProps } from './form.tsx';
import type { WebhookValues } from './values.ts';

/** Typed values of the form, and the service's answers to them. */
export function useWebhookForm<Result>({ values: first, actionOf, onDone }: WebhookFormProps<Result>) {
  const [values, setValues] = useState(first);
  const [faults, setFaults] = useState<FormFaults>(noFaults);
  const [isChanged, setChanged] = useState(false);
  const [isSending, setSending] = useState(false);
  const action = actionOf(values);
  const set = (change: Partial<WebhookValues>) => {
    setChanged(true);
    setValues((before) => ({ ...before, ...change }));
    // A refusal is about what was sent. It stays at the fields that have not changed since then.
    setFaults(({ fields, filter, rest }) => ({
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in change))),
      filter: 'filter' in change || 'event_ids' in change ? null : filter,
      rest,
    }));
  };
  const send = async () => {
    setChanged(false);
    if (!action || isSending) return;
    setSending(true);
    setFaults(noFaults);
    try {
      onDone(await action(client));
    } catch (error) {
      setFaults(faultsOf(error, values.filter));
    } finally {
      setSending(false);
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    void send();
  };
  return { values, faults, isChanged, isSending, action, set, submit };
}
