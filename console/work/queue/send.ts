import { type Client, isProblem, ProblemError, TransportError } from '../../../client/browser.ts';
import { isTemporary, pauseAfter } from '../../faults/retry.ts';
import { client } from '../../ground/client.ts';
import type { Entry, Refusal, Sendings } from './entry.ts';
import { tellOutcome } from './outcomes.ts';
import { entries, onChange, remove, replace } from './store.ts';

type Call<Kind extends keyof Sendings> = (
  client: Client,
  sending: Sendings[Kind],
  options: { readonly idempotencyKey: string; readonly retries: number },
) => Promise<unknown>;

const calls: { readonly [Kind in keyof Sendings]: Call<Kind> } = {
  count: (to, { pickline_id, body }, options) => to.pickline.count(pickline_id, body, options),
  moveItem: (to, { pack_id, body }, options) => to.pack.moveitem(pack_id, body, options),
};

/** Hours that the service stores the answers of keys. A call that is older could count a second time. */
export const longestKept = 24;

/**
 * Sends the calls of a user in their order, one after the other, for as long as it takes. One tab of the browser does so at a time. A
 * temporary fault is waited for; a refusal stays in the queue for somebody to read, and the next call goes on.
 * @returns a function that ends it
 */
export function sendInOrder(userId: number): () => void {
  const ended = new AbortController();
  void navigator.locks
    .request('conveyor-scans', { signal: ended.signal }, () => sendUntil(ended.signal, userId))
    .catch(() => undefined);
  return () => ended.abort();
}

async function sendUntil(signal: AbortSignal, user: number): Promise<void> {
  while (!signal.aborted) {
    const next = entries().find(({ userId, refusal }) => userId === user && !refusal);
    if (next) await send(next, signal);
    else await untilChange(signal);
  }
}

async function send(entry: Entry, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      if (Date.now() - entry.at > longestKept * 3_600_000) throw tooOld;
      const call = calls[entry.kind] as Call<keyof Sendings>;
      const answer = await call(client, entry.sending, { idempotencyKey: entry.key, retries: 0 });
      // Before its entry leaves the queue: what a page shows never goes back.
      tellOutcome({ kind: 'answered', entry, answer });
      remove(entry.key);
      return;
    } catch (error) {
      if (!isWaitedFor(error)) {
        const refused = { ...entry, refusal: refusalOf(error) };
        replace(refused);
        tellOutcome({ kind: 'refused', entry: refused });
        return;
      }
      await pause(pauseAfter(attempt, error as Error), signal);
    }
  }
}

/**
 * Returns whether a later attempt may succeed: the service or the network is busy or away, a page of the network asks for a sign-in in place
 * of an answer, a proxy did not wait, or the attempt before, whose answer was lost, still runs. The key makes the call count once.
 */
function isWaitedFor(error: unknown): boolean {
  if (error instanceof TransportError || isTemporary(error) || isProblem(error, 'idempotency.running')) return true;
  return error instanceof ProblemError && error.status === 504;
}

const tooOld = new Error();

function refusalOf(error: unknown): Refusal {
  if (error === tooOld) return { code: 'too-old', detail: '' };
  if (error instanceof ProblemError) return { code: error.code, detail: error.message };
  return { code: 'unknown', detail: String(error) };
}

/** Waits, but not longer than until the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

function untilChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stop = onChange(done);
    signal.addEventListener('abort', done);
  });
}
