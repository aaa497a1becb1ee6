import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/generated/tables.ts';
import type { Row } from '../database/row.ts';
import type { Caller } from './caller.ts';
import { hashSecret } from './keys.ts';
import { permits } from './permissions.ts';
import { forgetEndedSessions, isOpen } from './sessions.ts';

interface Entry {
  readonly until: number;
  readonly caller: Promise<Caller | null>;
}

/** How a request carries its credential. A token of one way is refused in the other. */
export type CredentialWay = 'basic' | 'cookie';

/** Seconds until another call of a session is recorded. A write at each call would cost more than the call. */
const secondsBetweenNotes = 60;

interface Holder {
  account_id: number;
  session_id: number | null;
  site_id: number | null;
  /** True if `last_used_at` is to be written. */
  stale: boolean;
}

interface AccountRow extends Row<'account', 'id' | 'site_id'> {
  site_ids: number[];
  engine: boolean;
  person: boolean;
  permissions: string[];
}

/** Minutes without a call until a session of the console ends. */
export const defaultIdleMinutes = 120;

/**
 * Verifies API keys and session tokens. It caches each result for `seconds`, so that a request costs no query and one hash. A
 * key that another process revokes stays valid for that time; a key that this process revokes becomes invalid at once.
 */
export class Credentials {
  readonly #database: Database;
  readonly #milliseconds: number;
  readonly #most: number;
  /** Minutes without a call until a session of the console ends. */
  readonly idleMinutes: number;
  readonly #cache = new Map<string, Entry>();

  /**
   * @param options.seconds how long a result is cached
   * @param options.most the greatest number of cached results; the oldest ones are dropped
   * @param options.idleMinutes minutes without a call until a session of the console ends
   */
  constructor({ authentication }: Database, { seconds = 10, most = 1000, idleMinutes = defaultIdleMinutes } = {}) {
    this.#database = authentication;
    this.#milliseconds = seconds * 1000;
    this.#most = most;
    this.idleMinutes = idleMinutes;
  }

  /** Returns the user of an API key or session token; null if it is unknown or has ended, or its user is inactive. */
  verify(secret: string, way: CredentialWay = 'basic'): Promise<Caller | null> {
    const hash = hashSecret(secret);
    const name = hash.toString('base64');
    return this.#cached(way === 'basic' ? name : `${way}/${name}`, () => this.#holder(hash, way));
  }

  /**
   * Returns a caller with the permissions of this moment, for answers that last. It is no call, and extends no session.
   * @returns null if the key or the session of the call has ended, or its user is inactive
   */
  async present({ userId, secretHash, session }: Caller): Promise<Caller | null> {
    const way = session?.cookie ? 'cookie' : 'basic';
    const name = `present/${way}/${secretHash.toString('base64')}`;
    const holder = await this.#cached(name, () => this.#holder(secretHash, way, 'unnoted'));
    // The engine calls on behalf of other users.
    return holder && holder.userId !== userId ? this.user(userId) : holder;
  }

  /** Returns the active user with this id, for calls on behalf of others and for background requests; null if none exists. */
  user(userId: number): Promise<Caller | null> {
    return this.#cached(`user/${userId}`, () => this.#account(userId, Buffer.alloc(0)));
  }

  /** Returns the active user with this e-mail, in any case, for calls on behalf of others; null if none exists. */
  userWithEmail(email: string): Promise<Caller | null> {
    return this.#cached(`email/${email.toLowerCase()}`, () => this.#accountWithEmail(email));
  }

  /** Empties the cache after users, groups, keys or sessions have changed. */
  forget(): void {
    this.#cache.clear();
  }

  /** Deletes the sessions that have ended, and old codes. */
  forgetEnded(): Promise<void> {
    return forgetEndedSessions(this.#database, this.idleMinutes);
  }

  #cached(name: string, find: () => Promise<Caller | null>): Promise<Caller | null> {
    const now = Date.now();
    const entry = this.#cache.get(name);
    if (entry && entry.until > now) return entry.caller;

    const caller = find();
    this.#cache.delete(name);
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined && this.#cache.size >= this.#most) this.#cache.delete(oldest);
    this.#cache.set(name, { until: now + this.#milliseconds, caller });
    // Failures and unknown keys are not cached: a caller who guesses keys would displace the known ones.
    const drop = () => {
      if (this.#cache.get(name)?.caller === caller) this.#cache.delete(name);
    };
    caller.then((result) => result ?? drop(), drop);
    return caller;
  }

  async #holder(hash: Buffer, way: CredentialWay, use: 'noted' | 'unnoted' = 'noted'): Promise<Caller | null> {
    const isCookie = way === 'cookie';
    // With a short idle time, a note a minute would be too rare.
    const between = Math.min(secondsBetweenNotes, this.idleMinutes * 15);
    const { rows } = await sql<Holder>`
      -- Reads the account of a valid key or session.
      select account_id, null::bigint as session_id, null::bigint as site_id, false as stale
      from apikey where key_hash = ${hash} and revoked_at is null and not ${isCookie}::boolean
      union all
      select account_id, id, site_id, last_used_at < now() - make_interval(secs => ${between}::int)
      from session where token_hash = ${hash} and cookie = ${isCookie} and ${isOpen(this.idleMinutes)}`.execute(
      this.#database.kysely,
    );
    const [holder] = rows;
    if (!holder) return null;
    const account = await this.#account(holder.account_id, hash);
    if (!account || holder.session_id === null) return account;
    if (holder.stale && use === 'noted') await this.#noteUse(holder.session_id);
    const { session_id: id, site_id: siteId } = holder;
    // The account may have lost the site of the session since.
    const isAllowed = siteId !== null && (account.siteIds === null || account.siteIds.includes(siteId));
    return { ...account, session: { id, cookie: isCookie }, siteId: isAllowed ? siteId : account.siteId };
  }

  /** Notes that a session is used. It does not wait for others who change the session. */
  async #noteUse(sessionId: number): Promise<void> {
    await sql`
      -- Notes the use of a session.
      update session set last_used_at = this_second()
      where id = (select id from session where id = ${sessionId} for update skip locked)`.execute(
      this.#database.kysely,
    );
  }

  async #accountWithEmail(email: string): Promise<Caller | null> {
    const { rows } = await sql<Row<'account', 'id'>>`
      -- Reads the account with an e-mail.
      select id from account
      where lower(email collate "und-x-icu") = lower(${email}::text collate "und-x-icu")`.execute(
      this.#database.kysely,
    );
    return rows[0] ? this.#account(rows[0].id, Buffer.alloc(0)) : null;
  }

  async #account(accountId: number, secretHash: Buffer): Promise<Caller | null> {
    const caller = await presentCaller(this.#database.kysely, accountId);
    return caller && { ...caller, secretHash };
  }
}

/**
 * Returns an active user with the permissions of this moment, past the cache. Work that runs later than its request calls it,
 * because rights may have been withdrawn since.
 * @param db the transaction of the work
 * @returns null if no such user exists, or the user is inactive
 */
export async function presentCaller(db: Kysely<Tables>, accountId: number): Promise<Caller | null> {
  const { rows } = await sql<AccountRow>`
    -- Reads an active account with its sites, its permissions and those of its groups.
    select a.id, a.site_id, array(select s.site_id from account_site s where s.account_id = a.id order by 1) as site_ids, t.name = 'Engine' as engine, t.name = 'Standard' as person, a.permissions || array(
      select unnest(g.permissions) from usergroup g join account_usergroup m on m.usergroup_id = g.id
      where m.account_id = a.id) as permissions
    from account a join usertype t on t.id = a.usertype_id
    where a.id = ${accountId} and a.active`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const permissions = new Set(row.permissions);
  const isEverywhere = row.site_ids.length === 0 || permits(permissions, '*');
  return {
    userId: row.id,
    siteId: row.site_id,
    siteIds: isEverywhere ? null : row.site_ids,
    engine: row.engine,
    person: row.person,
    permissions,
    secretHash: Buffer.alloc(0),
    session: null,
  };
}
