import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tx } from '../../database/operation.ts';
import { firstRow } from '../../database/rows.ts';
import { RepeatTransaction } from '../../database/transactions.ts';
import type { ReadAccess } from '../../listing/read-access.ts';
import { problem } from '../../problems/problems.ts';
import type { Reply } from '../answer.ts';
import { demandEmbedded } from './answer-rights.ts';
import { type Seal, withOpenedSecrets, withSecrets } from './sealing.ts';

/**
 * `Idempotency-Key`: the service stores the first answer for 24 hours and returns it to repeated requests. The transaction of
 * the operation writes the answer. A lock that ends with this transaction marks the first request as running. If the process
 * dies, both exist or neither, and nobody has to clean up.
 */
export interface Repeatable {
  readonly accountId: number;
  readonly key: string;
  /** The hash of the request. The same key with another request is a mistake of the caller. */
  readonly requestHash: string;
  /** Members of the answer that nobody may read in the database. */
  readonly secrets: readonly string[];
  /** The read access of the caller. A stored answer needs the rights to list the records that it embeds. */
  readonly readAccess: ReadAccess | null;
  /** Seals these members; null for a caller without a credential. */
  readonly seal: Seal | null;
}

export const longestKey = 255;

/** SQL: answers before this time are not repeated any more. */
const oldest = sql`now() - interval '24 hours'`;

/**
 * Returns the hash of a request.
 * @param secrets members that the hash leaves out, because it could be used to guess them
 */
export function requestHash(
  method: string,
  address: string,
  body: Record<string, unknown> | undefined,
  secrets: readonly string[],
): string {
  const hashed = body && Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)));
  return createHash('sha256')
    .update(JSON.stringify([method, address, hashed ?? null]))
    .digest('base64url');
}

/**
 * Returns the stored answer of a key, or null for the first request. A first request locks the key until its transaction ends.
 * @throws 409 if the first request is running, 422 if it was another request, 403 if the caller may no longer read the records
 * that the answer embeds
 */
export async function storedAnswer(tx: Tx, request: Repeatable): Promise<Reply | null> {
  const name = `idempotency/${request.accountId}/${request.key}`;
  const result = await sql<{
    free: boolean;
    request_hash: string | null;
    status: number;
    headers: Record<string, string>;
    body: string;
    embeds: string[];
  }>`
    -- Locks a key, and reads its stored answer.
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free, i.request_hash, i.status, i.headers, i.body, i.embeds
    from (select) one left join idempotency i
      on i.account_id = ${request.accountId} and i.key = ${request.key} and i.created_at > ${oldest}`.execute(tx);
  const row = firstRow(result);
  if (!row.free) {
    throw problem(
      'idempotency.running',
      'The first request with this Idempotency-Key is still running. Ask again later.',
    );
  }
  if (row.request_hash === null) return null;
  if (row.request_hash !== request.requestHash) {
    throw problem('idempotency.other-request', 'This Idempotency-Key was used for another request. Take a new one.');
  }
  demandEmbedded(row.embeds, request.readAccess);
  const body = withOpenedSecrets(row.body, request.secrets, request.seal);
  return { status: row.status, headers: { ...row.headers, 'idempotent-replayed': 'true' }, body };
}

/**
 * Stores the answer with sealed secrets. A repeated request with the same credential gets them, one with another credential
 * gets the answer without them, and the database alone reveals them to nobody.
 * @param embeds the names of the resources that the answer embeds
 * @throws RepeatTransaction if the first request stored its answer at the moment when this one looked for it: the statement that
 * takes the lock does not see what is committed while it runs
 */
export async function storeAnswer(tx: Tx, request: Repeatable, reply: Reply, embeds: readonly string[]): Promise<void> {
  const body = withSecrets(reply.body, request.secrets, (value) => request.seal?.seal(JSON.stringify(value)));
  const { rows } = await sql`
    -- Stores the answer of a key.
    insert into idempotency (account_id, key, request_hash, status, headers, body, embeds)
    values (${request.accountId}, ${request.key}, ${request.requestHash}, ${reply.status}, ${JSON.stringify(reply.headers)}, ${body},
      ${embeds}::text[])
    on conflict (account_id, key) do update set
      request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers, body = excluded.body,
      embeds = excluded.embeds, created_at = now()
      where idempotency.created_at <= ${oldest}
    returning 1`.execute(tx);
  if (rows.length === 0) throw new RepeatTransaction('The answer of this Idempotency-Key was stored meanwhile.');
}

/** Deletes the answers that are older than 24 hours. */
export async function forgetOldAnswers(database: Database): Promise<void> {
  await sql`delete from idempotency where created_at < ${oldest}`.execute(database.kysely);
}
