import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/generated/tables.ts';
import type { Tx } from '../database/operation.ts';
import { hashSecret } from './keys.ts';

/**
 * Limits of failed logins. There is a count for each address, with all its e-mails, and one for each e-mail, from
 * all addresses that are new to it. An address that has logged in with an e-mail before has a count of its own for
 * it, in place of these two. So an attacker cannot lock a person out of their usual place of work.
 *
 * The counts are in the database, because three processes would otherwise allow three times as many attempts.
 */

/** The origin of a login. */
export interface LoginAttempt {
  readonly email: string;
  /** The address of the caller; for IPv6 its network of 64 bits, which one caller has to itself. */
  readonly address: string;
}

/** A refused login. */
export interface LoginRefusal {
  /** The count that is over its limit. */
  readonly of: 'address' | 'account';
  /** The seconds until the next attempt is allowed. */
  readonly seconds: number;
}

/** Failures of an e-mail without a delay. People mistype, and ten guesses find no password of eight characters. */
export const freeFailures = 10;
/** Failures of an address without a delay. The people of an office share one address. */
export const freeFailuresOfAddress = 50;
/** The first delay in seconds. Each further failure doubles it. */
const firstDelay = 15;
/** The longest delay in seconds. It allows 96 guesses a day, and a person can wait for it. */
const longestDelay = 900;
/** Hours without a failure until a count starts again. */
const keptHours = 24;
/** Days that an address counts as known after a login. */
const knownDays = 180;

/** A count with its limit. */
interface Count {
  readonly of: LoginRefusal['of'];
  readonly key: Buffer;
  readonly free: number;
}

/**
 * Counts a login attempt as a failure, to limit guesses of a password. Call it before checking the password,
 * because otherwise any number of attempts could run at the same time. Call it outside of a transaction, because a
 * refusal would undo the count. `settleAttempt` takes it back after a success.
 * @returns the refusal; null if the attempt is allowed
 */
export async function countAttempt({ kysely }: Database, attempt: LoginAttempt): Promise<LoginRefusal | null> {
  const counts = countsOf(attempt, await isKnown(kysely, attempt));
  // The attempts of an address that has to wait do not count for their e-mails: they would delay other addresses.
  for (const { of, key } of counts) {
    const seconds = await delayOf(kysely, key);
    if (seconds > 0) return { of, seconds };
  }
  for (const { of, key, free } of counts) {
    if (!(await raise(kysely, key, free))) return { of, seconds: Math.max(await delayOf(kysely, key), 1) };
  }
  return null;
}

/** Returns the counts of an attempt: one for a known address, otherwise those of the address and of the e-mail. */
function countsOf({ email, address }: LoginAttempt, known: boolean): Count[] {
  const account = { of: 'account', free: freeFailures } as const;
  if (known) return [{ ...account, key: keyOf('known', email, address) }];
  return [
    { of: 'address', key: keyOf('address', address), free: freeFailuresOfAddress },
    { ...account, key: keyOf('account', email) },
  ];
}

/** Returns the key of a count. It is a hash, because people type anything there. */
const keyOf = (...parts: readonly string[]): Buffer =>
  hashSecret(JSON.stringify(parts.map((part) => part.trim().toLowerCase())));

/** Counts a failure. @returns false, without counting, if the delay after the last one is not over */
async function raise(db: Kysely<Tables>, key: Buffer, free: number): Promise<boolean> {
  const next = sql`case when a.failed_at > now() - make_interval(hours => ${sql.lit(keptHours)}) then a.count + 1 else 1 end`;
  const { rows } = await sql`
    -- Counts the attempt, if the delay is over. Attempts at the same time are counted one after the other.
    insert into loginattempt as a (key_hash, count, failed_at) values (${key}, 1, now())
    on conflict (key_hash) do update set count = ${next}, failed_at = now(), until = ${untilAfter(next, free)}
      where a.until <= now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Returns the seconds until the delay of a count is over; 0 if it is. */
async function delayOf(db: Kysely<Tables>, key: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    -- Reads the rest of the delay.
    select ceil(extract(epoch from until - clock_timestamp()))::int as seconds
    from loginattempt where key_hash = ${key} and until > clock_timestamp()`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Returns SQL for the end of the delay after a number of failures: none, then 15 s, 30 s, 60 s and so on up to 15 minutes. */
const untilAfter = (
  count: RawBuilder<unknown>,
  free: number,
) => sql`case when ${count} < ${sql.lit(free)} then '-infinity'
  else now() + make_interval(secs => least(${sql.lit(firstDelay)} * 2.0 ^ least(${count} - ${sql.lit(free)}, 20), ${sql.lit(longestDelay)})) end`;

/** Returns whether the account with this e-mail has logged in from this address. */
async function isKnown(db: Kysely<Tables>, { email, address }: LoginAttempt): Promise<boolean> {
  const { rows } = await sql`
    -- Finds a login of the account from the address.
    select 1 from account a join loginaddress l on l.account_id = a.id
    where lower(a.email collate "und-x-icu") = lower(${email.trim()}::text collate "und-x-icu")
      and l.address_hash = ${keyOf('address', address)}`.execute(db);
  return rows.length > 0;
}

/**
 * Takes an attempt back after a successful login, and notes that the account knows the address. A success at a
 * known address gives no information about the attempts elsewhere, and their count stays.
 */
export async function settleAttempt(tx: Tx, attempt: LoginAttempt, accountId: number): Promise<void> {
  const known = await isKnown(tx, attempt);
  for (const { of, key } of countsOf(attempt, known)) {
    if (of === 'account') await sql`delete from loginattempt where key_hash = ${key}`.execute(tx);
    else
      await sql`
        -- Takes one attempt of the address back. Its failures with other e-mails stay.
        update loginattempt set count = greatest(count - 1, 0), until = '-infinity' where key_hash = ${key}`.execute(
        tx,
      );
  }
  await sql`
    -- Notes the address of the login.
    insert into loginaddress (account_id, address_hash) values (${accountId}, ${keyOf('address', attempt.address)})
    on conflict (account_id, address_hash) do update set used_at = now()`.execute(tx);
}

/** Forgets the addresses of an account, after a change of its password. @param keep the address of the person who changed it */
export async function forgetAddresses(tx: Tx, accountId: number, keep?: string): Promise<void> {
  const kept = keep === undefined ? null : keyOf('address', keep);
  await sql`
    -- Forgets the addresses of an account.
    delete from loginaddress where account_id = ${accountId} and address_hash is distinct from ${kept}::bytea`.execute(
    tx,
  );
}

/** Deletes the counts that begin again anyway, and the addresses without a login for half a year. */
export async function forgetOldAttempts({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`delete from loginattempt where failed_at < now() - make_interval(hours => ${sql.lit(keptHours)})`.execute(
    kysely,
  );
  await sql`delete from loginaddress where used_at < now() - make_interval(days => ${sql.lit(knownDays)})`.execute(
    kysely,
  );
}
