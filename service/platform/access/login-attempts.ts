import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/operation.ts';
import { hashSecret } from './keys.ts';

/** Attempts to log in with one e-mail that may fail before it has to wait, for so many seconds after the last of them. */
const most = 10;
const seconds = 300;

/**
 * Counts an attempt to log in, so that passwords cannot be guessed by trying. To be called before the password is looked at, or
 * any number could be tried at the same time; and outside of any transaction that a refusal undoes. Rows and not the memory
 * of a process: with three of them there would be thirty attempts. A statement is little beside the hash of a password.
 * @returns seconds that the e-mail has to wait before its next attempt; 0 where it may try now
 */
export async function countAttempt(database: Database, email: string): Promise<number> {
  const hash = hashSecret(nameOf(email));
  const { rows } = await sql<{ wait: number }>`
    with counted as (
      insert into loginattempt as a (email_hash, count, until) values (${hash}, 1, now() + make_interval(secs => ${sql.lit(seconds)}))
      on conflict (email_hash) do update set count = case when a.until > now() then a.count + 1 else 1 end, until = excluded.until
        where a.count < ${sql.lit(most)} or a.until <= now()
      returning 1
    )
    -- Who has just been refused by a row that another made at this moment does not see it yet.
    select case when exists (select from counted) then 0 else coalesce(
      (select greatest(ceil(extract(epoch from until - now())), 1)::int from loginattempt where email_hash = ${hash}),
      ${sql.lit(seconds)}) end as wait`.execute(database.kysely);
  return rows[0]!.wait;
}

/** Who has logged in has nothing to wait for. */
export async function forgetAttempts(tx: Tx, email: string): Promise<void> {
  await sql`delete from loginattempt where email_hash = ${hashSecret(nameOf(email))}`.execute(tx);
}

/** Deletes what does not count any more. */
export async function forgetOldAttempts(database: Database): Promise<void> {
  await sql`delete from loginattempt where until < now()`.execute(database.kysely);
}

const nameOf = (email: string) => email.trim().toLowerCase();
