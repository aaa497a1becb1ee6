import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { RepeatTransaction } from '../../database/repeat-transaction.ts';
import type { Reply } from '../answer.ts';
import { problemOf, refusalReply } from '../failure.ts';
import type { Wrapper } from '../incoming-request.ts';
import { isOver, type Repeatable, repeatableOf, storedAnswer } from './idempotency.ts';

/**
 * Keys of requests that ask somebody outside, such as a printer. They hold no transaction open meanwhile, so a row without an answer says
 * that the first request is running. If its process dies, another one may have the key after the time that a request can take.
 */

/** `Idempotency-Key`: runs a request in no transaction. A request with a used key gets the stored answer, also if that is a refusal. */
export const idempotentOutside: Wrapper = (next) => async (request) => {
  const { incoming, call, preferences } = request;
  if (preferences.key === null) return next(request);
  const { database } = call;
  const repeatable = repeatableOf(incoming, preferences.key);
  const before = await claimKey(database, repeatable);
  if (before) return before;
  try {
    const reply = await next(request);
    await storeClaimed(database, repeatable, reply);
    return reply;
  } catch (error) {
    const failed = { method: incoming.endpoint.method, path: incoming.path, requestId: call.actor.requestId };
    if (problemOf(error, failed).status >= 500) await releaseKey(database, repeatable);
    else await storeClaimed(database, repeatable, refusalReply(error, failed));
    throw error;
  }
};

/**
 * Claims the key for this request.
 * @returns the stored answer of an earlier request, which is repeated; null if the key is claimed
 * @throws as `storedAnswer`
 */
function claimKey(database: Database, request: Repeatable): Promise<Reply | null> {
  return database.transaction('idempotency', async (tx) => {
    const before = await storedAnswer(tx, request);
    if (before) return before;
    const { rows } = await sql`
      -- Claims a key. One that is a day old, or whose request died, begins anew.
      insert into idempotency (account_id, key, request_hash) values (${request.accountId}, ${request.key}, ${request.requestHash})
      on conflict (account_id, key) do update set request_hash = excluded.request_hash, status = null, headers = null, body = null,
        embeds = '{}', created_at = now()
        where ${isOver}
      returning 1`.execute(tx);
    if (rows.length === 0) throw new RepeatTransaction('Another request claimed this Idempotency-Key meanwhile.');
    return null;
  });
}

/** Stores the answer of a request that has claimed its key. */
async function storeClaimed(database: Database, { accountId, key }: Repeatable, reply: Reply): Promise<void> {
  await sql`
    update idempotency set status = ${reply.status}, headers = ${JSON.stringify(reply.headers)}::jsonb, body = ${reply.body}
    where account_id = ${accountId} and key = ${key} and status is null`.execute(database.kysely);
}

/** Gives a key back: its request failed, and may be sent again. */
async function releaseKey(database: Database, { accountId, key }: Repeatable): Promise<void> {
  await sql`
    delete from idempotency where account_id = ${accountId} and key = ${key} and status is null`.execute(
    database.kysely,
  );
}
