import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tx } from '../../database/operation.ts';
import { problem } from '../../problems/problems.ts';
import type { Reply } from '../answer.ts';
import type { Seal } from './sealing.ts';

/**
 * `Idempotency-Key`: the first answer is kept for 24 hours and given again. The answer is written in the transaction of the
 * operation itself, and a lock that ends with that transaction says that the first is still running: whenever the process
 * dies, either both are there or neither, and nobody has to clear up after it.
 */
export interface Repeatable {
  readonly accountId: number;
  readonly key: string;
  /** Hash of what was asked: the same key with another request is a mistake of the caller. */
  readonly requestHash: string;
  /** Members of the answer that nobody may read out of the database. */
  readonly secrets: readonly string[];
  /** For them; null for whoever comes without a credential of their own. */
  readonly seal: Seal | null;
}

export const longestKey = 255;

/** @param secrets members that must leave no trace, not even in a hash that could be tried against */
export function requestHash(
  method: string,
  address: string,
  body: Record<string, unknown> | undefined,
  secrets: readonly string[],
): string {
  const kept = body && Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)));
  return createHash('sha256')
    .update(JSON.stringify([method, address, kept ?? null]))
    .digest('base64url');
}

/**
 * The answer that is kept for the key, or null where this is the first request; the key is then taken until the transaction
 * ends.
 * @throws 409 where the first is running, 422 where it was another request
 */
export async function keptAnswer(tx: Tx, asked: Repeatable): Promise<Reply | null> {
  const name = `idempotency/${asked.accountId}/${asked.key}`;
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(tx);
  if (!rows[0]!.free) {
    throw problem(
      'idempotency.running',
      'The first request with this Idempotency-Key is still running. Ask again later.',
    );
  }
  const kept = await sql<{ request_hash: string; status: number; headers: Record<string, string>; body: string }>`
    select request_hash, status, headers, body from idempotency
    where account_id = ${asked.accountId} and key = ${asked.key} and created_at > now() - interval '24 hours'`.execute(
    tx,
  );
  const row = kept.rows[0];
  if (!row) return null;
  if (row.request_hash !== asked.requestHash) {
    throw problem('idempotency.other-request', 'This Idempotency-Key was used for another request. Take a new one.');
  }
  const body = withSecrets(row.body, asked, (value) => {
    const opened = typeof value === 'string' ? asked.seal?.open(value) : null;
    return opened == null ? undefined : JSON.parse(opened);
  });
  return { status: row.status, headers: { ...row.headers, 'idempotent-replayed': 'true' }, body };
}

/**
 * Keeps the answer, its secrets sealed: whoever repeats the request with the credential it came with has them, with another one
 * the answer is without them, and the database alone gives them to nobody.
 */
export async function keepAnswer(tx: Tx, asked: Repeatable, reply: Reply): Promise<void> {
  const body = withSecrets(reply.body, asked, (value) => asked.seal?.seal(JSON.stringify(value)));
  await sql`
    insert into idempotency (account_id, key, request_hash, status, headers, body)
    values (${asked.accountId}, ${asked.key}, ${asked.requestHash}, ${reply.status}, ${JSON.stringify(reply.headers)}, ${body})
    on conflict (account_id, key) do update set
      request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers, body = excluded.body,
      created_at = now()`.execute(tx);
}

/** @param as what a secret becomes; left out where that is undefined */
function withSecrets(body: string, { secrets }: Repeatable, as: (value: unknown) => unknown): string {
  if (secrets.length === 0 || body === '') return body;
  const answer: unknown = JSON.parse(body);
  if (typeof answer !== 'object' || answer === null) return body;
  const members = Object.entries(answer).map(([name, value]) => [name, secrets.includes(name) ? as(value) : value]);
  return JSON.stringify(Object.fromEntries(members));
}

/** Deletes what nobody may ask for any more. */
export async function forgetOldAnswers(database: Database): Promise<void> {
  await sql`delete from idempotency where created_at < now() - interval '24 hours'`.execute(database.kysely);
}
