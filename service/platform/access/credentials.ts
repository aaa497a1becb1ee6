import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Caller } from './caller.ts';
import { hashSecret } from './keys.ts';
import { permits } from './permissions.ts';

interface Entry {
  readonly until: number;
  readonly caller: Promise<Caller | null>;
}

interface AccountRow {
  id: number;
  site_id: number | null;
  site_ids: number[];
  engine: boolean;
  person: boolean;
  permissions: string[];
}

/**
 * Verifies API keys and session tokens. It caches each result for `seconds`, so that a request costs no query and one hash. A
 * key that another process revokes stays valid for that time; a key that this process revokes becomes invalid at once.
 */
export class Credentials {
  readonly #database: Database;
  readonly #milliseconds: number;
  readonly #most: number;
  readonly #cache = new Map<string, Entry>();

  /**
   * @param options.seconds how long a result is cached
   * @param options.most the greatest number of cached results; the oldest ones are dropped
   */
  constructor({ authentication }: Database, { seconds = 10, most = 1000 } = {}) {
    this.#database = authentication;
    this.#milliseconds = seconds * 1000;
    this.#most = most;
  }

  /** Returns the user of an API key or session token; null if it is unknown or expired, or its user is inactive. */
  verify(secret: string): Promise<Caller | null> {
    const hash = hashSecret(secret);
    return this.#cached(hash.toString('base64'), () => this.#holder(hash));
  }

  /**
   * Returns a caller with the permissions of this moment, for answers that last.
   * @returns null if the key or the session of the call has ended, or its user is inactive
   */
  async present({ userId, secretHash }: Caller): Promise<Caller | null> {
    const holder = await this.#cached(secretHash.toString('base64'), () => this.#holder(secretHash));
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

  async #holder(hash: Buffer): Promise<Caller | null> {
    const { rows } = await sql<{ account_id: number }>`
      -- Reads the account of a valid key or session.
      select account_id from apikey where key_hash = ${hash} and revoked_at is null
      union all
      select account_id from session where token_hash = ${hash} and expires_at > now()`.execute(this.#database.kysely);
    return rows[0] ? this.#account(rows[0].account_id, hash) : null;
  }

  async #accountWithEmail(email: string): Promise<Caller | null> {
    const { rows } = await sql<{ id: number }>`
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
export async function presentCaller(db: Kysely<unknown>, accountId: number): Promise<Caller | null> {
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
  };
}
