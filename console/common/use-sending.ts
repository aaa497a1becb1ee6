import { useState } from 'react';
import type { Action } from '../ground/action.ts';
import { client } from '../ground/client.ts';
import { fieldErrors } from '../ground/field-errors.tsx';

/**
 * Sends the call of a dialog, which stays open until it has succeeded.
 * @param fields the names of the fields that show the service's refusals; `rest` is a refusal that is of none of them
 */
export function useSending<Fields extends object>(fields: Fields) {
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const faults = fieldErrors(refusal, fields);
  const send = async <Result>(action: Action<Result>, onDone: (result: Result) => void) => {
    setSending(true);
    setRefusal(null);
    try {
      onDone(await action(client));
    } catch (error) {
      setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  return { faults, refusal, rest: Object.keys(faults).length === 0 ? refusal : null, isSending, send };
}
