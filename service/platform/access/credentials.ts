import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Caller } from './caller.ts';
import { hashSecret } from './keys.ts';

interface Entry {
  readonly until: number;
  readonly caller: Promise<Caller | null>;
}

interface AccountRow {
  id: number;
  site_id: number | null;
  engine: boolean;
  permissions: string[];
}

/**
 * Verifies keys and session tokens. What was verified is remembered for a short while, so that a request costs neither a
 * query nor more than one hash: a key that another process revoked is good for that while, one revoked here ends at once.
 */
export class Credentials {
  readonly #database: Database;
  readonly #milliseconds: number;
  readonly #most: number;
  readonly #known = new Map<string, Entry>();

  /** @param options.seconds how long a verified key is remembered; `most` how many are, the oldest go first */
  constructor(database: Database, { seconds = 10, most = 1000 } = {}) {
    this.#database = database;
    this.#milliseconds = seconds * 1000;
    this.#most = most;
  }

  /** @returns who the key or session token belongs to; null where it is unknown, ended, or its user is not active */
  verify(secret: string): Promise<Caller | null> {
    const hash = hashSecret(secret);
    return this.#remembered(hash.toString('base64'), () => this.#holder(hash));
  }

  /** The user with this id, for calls on behalf of others and in the background; null where there is none active. */
  user(userId: number): Promise<Caller | null> {
    return this.#remembered(`user/${userId}`, () => this.#account(userId, Buffer.alloc(0)));
  }

  /** To be called when users, groups, keys or sessions have changed: the next request asks the database again. */
  forget(): void {
    this.#known.clear();
  }

  #remembered(name: string, find: () => Promise<Caller | null>): Promise<Caller | null> {
    const now = Date.now();
    const found = this.#known.get(name);
    if (found && found.until > now) return found.caller;

    const caller = find();
    this.#known.delete(name);
    if (this.#known.size >= this.#most) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(name, { until: now + this.#milliseconds, caller });
    // Neither failures nor unknown keys are worth a place: somebody who guesses would push out those who are known.
    const drop = () => {
      if (this.#known.get(name)?.caller === caller) this.#known.delete(name);
    };
    caller.then((result) => result ?? drop(), drop);
    return caller;
  }

  async #holder(hash: Buffer): Promise<Caller | null> {
    const { rows } = await sql<{ account_id: number }>`
      select account_id from apikey where key_hash = ${hash} and revoked_at is null
      union all
      select account_id from session where token_hash = ${hash} and expires_at > now()`.execute(this.#database.kysely);
    return rows[0] ? this.#account(rows[0].account_id, hash) : null;
  }

  async #account(accountId: number, secretHash: Buffer): Promise<Caller | null> {
    const { rows } = await sql<AccountRow>`
      select a.id, a.site_id, t.name = 'Engine' as engine, a.permissions || array(
        select unnest(g.permissions) from usergroup g join account_usergroup m on m.usergroup_id = g.id
        where m.account_id = a.id) as permissions
      from account a join usertype t on t.id = a.usertype_id
      where a.id = ${accountId} and a.active`.execute(this.#database.kysely);
    const row = rows[0];
    if (!row) return null;
    return {
      userId: row.id,
      siteId: row.site_id,
      engine: row.engine,
      permissions: new Set(row.permissions),
      secretHash,
    };
  }
}
