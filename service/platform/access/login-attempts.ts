import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/operation.ts';
import { hashSecret } from './keys.ts';

/** An e-mail may fail this many times. Then it has to wait this many seconds after the last attempt. */
const most = 10;
const seconds = 300;

/**
 * Counts a login attempt, so that nobody can find a password by trying. Call it before checking the password, because otherwise
 * any number of attempts could run at the same time. Call it outside of a transaction, because a refusal would undo the count.
 * The count is in the database, because three processes would otherwise allow thirty attempts. One statement is cheap compared
 * with the hash of a password.
 * @returns the seconds until the next attempt of this e-mail is allowed; 0 if it is allowed now
 */
export async function countAttempt(database: Database, email: string): Promise<number> {
  const hash = hashSecret(normalized(email));
  const { rows } = await sql<{ wait: number }>`
    -- Counts the attempt if it is allowed, and returns the waiting time.
    with counted as (
      insert into loginattempt as a (email_hash, count, until) values (${hash}, 1, now() + make_interval(secs => ${sql.lit(seconds)}))
      on conflict (email_hash) do update set count = case when a.until > now() then a.count + 1 else 1 end, until = excluded.until
        where a.count < ${sql.lit(most)} or a.until <= now()
      returning 1
    )
    -- The statement does not see a row that another transaction inserts at this moment. It then returns the whole waiting time.
    select case when exists (select from counted) then 0 else coalesce(
      (select greatest(ceil(extract(epoch from until - now())), 1)::int from loginattempt where email_hash = ${hash}),
      ${sql.lit(seconds)}) end as wait`.execute(database.kysely);
  const [row] = rows;
  return row?.wait ?? 0;
}

/** Resets the count of an e-mail after a successful login. */
export async function forgetAttempts(tx: Tx, email: string): Promise<void> {
  await sql`delete from loginattempt where email_hash = ${hashSecret(normalized(email))}`.execute(tx);
}

/** Deletes the counts whose waiting time is over. */
export async function forgetOldAttempts(database: Database): Promise<void> {
  await sql`delete from loginattempt where until < now()`.execute(database.kysely);
}

const normalized = (email: string) => email.trim().toLowerCase();
