import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/operation.ts';
import type { Row } from '../database/row.ts';
import { insertRow } from '../database/rows.ts';
import { hashSecret } from './keys.ts';

/** The users of an empty system: an administrator and the user of the engine. */

export interface FirstKeys {
  readonly admin: string;
  readonly engine: string;
}

/**
 * Creates the administrator and the user of the engine if they do not exist, and gives them these API keys. Each start calls
 * it. With the same keys it changes nothing.
 * @param keys a user without a key here is created too, but gets no key
 */
export async function ensureFirstUsers(database: Database, keys: Partial<FirstKeys>): Promise<void> {
  await database.transaction('user.first', async (tx) => {
    // The lock lets two processes that start together create one administrator.
    await sql`select pg_advisory_xact_lock(hashtext('conveyor.first-users'))`.execute(tx);
    const users = { admin: await administrator(tx), engine: await engineUser(tx) };
    if (keys.admin !== undefined) await addKey(tx, users.admin, keys.admin);
    if (keys.engine !== undefined) await addKey(tx, users.engine, keys.engine);
  });
}

async function administrator(tx: Tx): Promise<number> {
  const { rows } = await sql<Row<'account', 'id'>>`
    -- Finds the first active account with every permission, other than the engine.
    select id from account
    where active and permissions @> '{*}' and usertype_id <> (select id from usertype where name = 'Engine')
    order by id limit 1`.execute(tx);
  return rows[0]?.id ?? create(tx, 'Administrator', 'Standard');
}

async function engineUser(tx: Tx): Promise<number> {
  const { rows } = await sql<Row<'account', 'id'>>`
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

async function addKey(tx: Tx, accountId: number, key: string): Promise<void> {
  await sql`
    insert into apikey (account_id, key_hash) values (${accountId}, ${hashSecret(key)})
    on conflict (key_hash) do nothing`.execute(tx);
}
