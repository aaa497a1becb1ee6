import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/operation.ts';
import { insertRow } from '../database/rows.ts';
import { hashSecret } from './keys.ts';

/** The users that an empty system has: an administrator, and the engine's own. */

export interface FirstKeys {
  readonly admin: string;
  readonly engine: string;
}

/**
 * Makes the administrator and the engine's user where they are missing, and sees to it that the keys given let them in. Done at
 * every start: with the same keys it changes nothing.
 * @param keys a user whose key is not given is made all the same, but gets no key
 */
export async function ensureFirstUsers(database: Database, keys: Partial<FirstKeys>): Promise<void> {
  await database.transaction('user.first', async (tx) => {
    // Two processes that start together make one administrator.
    await sql`select pg_advisory_xact_lock(hashtext('conveyor.first-users'))`.execute(tx);
    const users = { admin: await administrator(tx), engine: await engineUser(tx) };
    if (keys.admin !== undefined) await letIn(tx, users.admin, keys.admin);
    if (keys.engine !== undefined) await letIn(tx, users.engine, keys.engine);
  });
}

async function administrator(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from account
    where active and permissions @> '{*}' and usertype_id <> (select id from usertype where name = 'Engine')
    order by id limit 1`.execute(tx);
  return rows[0]?.id ?? create(tx, 'Administrator', 'Standard');
}

async function engineUser(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from account where usertype_id = (select id from usertype where name = 'Engine')`.execute(tx);
  return rows[0]?.id ?? create(tx, 'Engine', 'Engine');
}

async function create(tx: Tx, name: string, usertype: string): Promise<number> {
  const id = await insertRow(tx, 'account', {
    first_name: name,
    usertype_id: sql`(select id from usertype where name = ${usertype})`,
    permissions: ['*'],
    site_id: sql`(select min(id) from site)`,
  });
  await sql`insert into account_site (account_id, site_id) select ${id}, id from site`.execute(tx);
  return id;
}

async function letIn(tx: Tx, accountId: number, key: string): Promise<void> {
  await sql`
    insert into apikey (account_id, key_hash) values (${accountId}, ${hashSecret(key)})
    on conflict (key_hash) do nothing`.execute(tx);
}
