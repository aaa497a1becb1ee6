import { sql } from 'kysely';
import { ensureFirstUsers } from './platform/access/first-users.ts';
import type { Database } from './platform/database/database.ts';

/**
 * Makes what an empty system lacks: a site with a place to store and a place to pick to, an administrator, and the engine's
 * user (design page §8). To be called at every start: what is there stays as it is.
 * @param keys API keys of the two
 */
export async function seed(database: Database, keys: { adminKey: string; engineKey: string }): Promise<void> {
  // The site first: users work at the site that there is when they are made.
  await ensureSite(database);
  await ensureFirstUsers(database, { admin: keys.adminKey, engine: keys.engineKey });
}

/**
 * Makes the carriers that the configuration names and the database lacks (design page §8).
 * @returns the names of those that were made
 */
export async function ensureCarriers(database: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    insert into carrier (name) select name from unnest(${names}::text[]) with ordinality as n(name, position)
    order by position on conflict do nothing returning name`.execute(database.kysely);
  return rows.map((row) => row.name);
}

export async function ensureSite(database: Database): Promise<void> {
  await database.transaction('site.first', async (tx) => {
    // Two processes that start together make one site.
    await sql`select pg_advisory_xact_lock(hashtext('conveyor.first-site'))`.execute(tx);
    await sql`
      with main as (insert into site (name) select 'Main' where not exists (select from site) returning id)
      insert into location (site_id, locationtype_id, name)
      select main.id, t.id, case t.name when 'Storage' then 'Stock' else t.name end
      from main cross join locationtype t where t.name in ('Storage', 'Moving') order by t.id`.execute(tx);
  });
}
