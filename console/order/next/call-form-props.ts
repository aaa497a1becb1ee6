import type { Action } from '../../ground/action.ts';
import type { Shown } from '../order.ts';
import type { NextCall } from './call-words.ts';

/** Properties of a form that asks for values before a call. */
export interface NextFormProps {
  readonly call: NextCall;
  readonly shown: Shown;
  readonly onClose: () => void;
  /** Called with the body that was sent, and with the answer. */
  readonly onDone: (body: unknown, answer: unknown) => void;
}

/** Returns the action of a call with another body. It reports the body and the answer. */
export const sending =
  ({ call: { method, path }, onDone }: NextFormProps, body: unknown): Action =>
  async (client) => {
    const answer = await client.request({ method: method as 'POST', path, body });
    onDone(body, answer);
    return answer;
  };
