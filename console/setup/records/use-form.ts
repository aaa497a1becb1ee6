import { type FormEvent, type ReactElement, useState } from 'react';
import { isProblem } from '../../../client/browser.ts';
import type { Action } from '../../ground/action.ts';
import { client } from '../../ground/client.ts';
import { fieldErrors } from '../../ground/field-errors.tsx';
import type { Values } from './kind.ts';

/** Why a form was refused: at its fields, or as a whole. */
interface Faults<V> {
  readonly fields: Partial<Record<keyof V, ReactElement>>;
  readonly rest: unknown;
}

const none = { fields: {}, rest: null };

/** A form as its fields see it. */
export interface Form<V extends Values> {
  readonly values: V;
  /** The labels of the fields, by their names. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether the record is yet to be made: some fields can be chosen only then. */
  readonly isNew: boolean;
  readonly set: (change: Partial<V>) => void;
  readonly faultOf: (name: keyof V & string) => ReactElement | undefined;
  /** The value that another user wrote into a field; undefined without one. */
  readonly theirsOf: (name: keyof V & string) => unknown;
}

interface FormOptions<V extends Values, Result> {
  readonly values: V;
  readonly change: (change: Partial<V>) => void;
  /** The call for what the form holds; null where there is nothing to send. */
  readonly action: Action<Result> | null;
  readonly onDone: (result: Result) => void;
  /** Called where somebody has changed the record since it was read. */
  readonly onOutdated?: () => void;
}

/** Sends a form, and keeps the refusal until the user changes the refused value. */
export function useSending<V extends Values, Result>(options: FormOptions<V, Result>) {
  const { values, change, action, onDone, onOutdated } = options;
  const [faults, setFaults] = useState<Faults<V>>(none);
  const [isSending, setSending] = useState(false);
  const set = (part: Partial<V>) => {
    change(part);
    setFaults(({ fields, rest }) => ({
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in part))) as Faults<V>['fields'],
      rest,
    }));
  };
  const send = async () => {
    if (!action || isSending) return;
    setSending(true);
    setFaults(none);
    try {
      onDone(await action(client));
    } catch (error) {
      if (onOutdated && isProblem(error, 'precondition.failed')) onOutdated();
      else {
        const fields = fieldErrors(error, values) as Faults<V>['fields'];
        setFaults({ fields, rest: Object.keys(fields).length > 0 ? null : error });
      }
    } finally {
      setSending(false);
    }
  };
  const submit = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault();
    void send();
  };
  return { faults, isSending, set, submit };
}
