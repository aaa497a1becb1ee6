import type { Database } from '../../database/database.ts';
import { rolledBack } from '../../database/rolled-back.ts';
import type { Reply } from '../answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalReply } from '../failure.ts';
import type { Wrapper } from '../incoming-request.ts';
import { within } from '../one-transaction.ts';
import { embeddedIn, type Repeatable, repeatableOf, storeAnswer, storedAnswer } from './idempotency.ts';

/**
 * `Idempotency-Key`: runs a request in the transaction that stores its answer. A request with a used key gets the stored answer.
 * The changes of a refused request are rolled back, and its refusal is stored in a transaction of its own.
 */
export function idempotent(endpoint: Endpoint): Wrapper | null {
  const { method, permission } = endpoint;
  if (method === 'GET' || permission === 'public') return null;
  return (next) => async (request) => {
    const { incoming, call, preferences } = request;
    if (preferences.key === null) return next(request);
    const { database } = call;
    const repeatable = repeatableOf(incoming, preferences.key);
    const { reply, isRefused } = await database.transaction<Ran>('idempotency', async (tx) => {
      const before = await storedAnswer(tx, repeatable);
      if (before) return { reply: before, isRefused: false };
      let reply: Reply;
      try {
        reply = await next(within(tx, request));
      } catch (error) {
        const refusal = refusalReply(error, { method, path: incoming.path, requestId: call.actor.requestId });
        return rolledBack({ reply: refusal, isRefused: true });
      }
      await storeAnswer(tx, repeatable, reply, embeddedIn(endpoint, call, reply));
      return { reply, isRefused: false };
    });
    return isRefused ? storeRefusal(database, repeatable, reply) : reply;
  };
}

interface Ran {
  readonly reply: Reply;
  readonly isRefused: boolean;
}

/** @returns the refusal, or the answer that another request with the key stored in the meantime */
function storeRefusal(database: Database, repeatable: Repeatable, refusal: Reply): Promise<Reply> {
  return database.transaction('idempotency', async (tx) => {
    const before = await storedAnswer(tx, { ...repeatable, secrets: [] });
    if (!before) await storeAnswer(tx, { ...repeatable, secrets: [] }, refusal, []);
    return before ?? refusal;
  });
}
