import type { Action } from '../../ground/action.ts';
import type { Shown } from '../order.ts';
import type { NextCall } from './call-words.ts';

/** What a form gets that asks something before a call. */
export interface NextFormProps {
  readonly call: NextCall;
  readonly shown: Shown;
  readonly onClose: () => void;
  /** Called with the body that was sent, and with the answer. */
  readonly onDone: (body: unknown, answer: unknown) => void;
}

/** Returns the action of a call with another body, which reports what was sent and answered. */
export const sending =
  ({ call: { method, path }, onDone }: NextFormProps, body: unknown): Action =>
  async (client) => {
    const answer = await client.request({ method: method as 'POST', path, body });
    onDone(body, answer);
    return answer;
  };
