import { sql } from 'kysely';
import { serviceLevelsIn } from '../config/rules/record-names.ts';
import { ensureFirstUsers } from './platform/access/first-users.ts';
import type { Database } from './platform/database/database.ts';
import type { Row } from './platform/database/row.ts';

/**
 * Creates the first records of an empty system: a site with a storage and a moving location, an administrator, and the
 * engine's user. Each start calls it; existing records stay unchanged.
 * @param keys the API keys of the two users
 */
export async function seed(database: Database, keys: { adminKey: string; engineKey: string }): Promise<void> {
  // Users are created with the sites that exist, so the site comes first.
  await ensureSite(database);
  await ensureFirstUsers(database, { admin: keys.adminKey, engine: keys.engineKey });
}

/**
 * Creates the carriers that do not exist yet.
 * @returns the names of the carriers that it created
 */
export async function ensureCarriers(database: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Row<'carrier', 'name'>>`
    insert into carrier (name) select name from unnest(${names}::text[]) with ordinality as n(name, position)
    order by position on conflict do nothing returning name`.execute(database.kysely);
  return rows.map((row) => row.name);
}

/** Creates the service levels that the options of carriers have. The carriers exist. */
export async function ensureServiceLevels(
  database: Database,
  carriers: readonly { readonly name: string; readonly options: unknown }[],
): Promise<void> {
  const levels = carriers.flatMap(({ name, options }) =>
    serviceLevelsIn(options).map((level) => ({ carrier: name, level })),
  );
  if (levels.length === 0) return;
  await sql`
    -- Creates the service levels of the configuration.
    insert into carrierservicelevel (carrier_id, name)
    select c.id, l.level from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as l(carrier text, level text)
    join carrier c on lower(c.name collate "und-x-icu") = lower(l.carrier collate "und-x-icu")
    on conflict do nothing`.execute(database.kysely);
}

/** Creates a site with a storage and a moving location if no site exists. */
export async function ensureSite(database: Database): Promise<void> {
  await database.transaction('site.first', async (tx) => {
    // The lock lets two processes that start together create one site.
    await sql`select pg_advisory_xact_lock(hashtext('conveyor.first-site'))`.execute(tx);
    await sql`
      -- Inserts the first site with its two locations.
      with main as (insert into site (name) select 'Main' where not exists (select from site) returning id)
      insert into location (site_id, locationtype_id, name)
      select main.id, t.id, case t.name when 'Storage' then 'Stock' else t.name end
      from main cross join locationtype t where t.name in ('Storage', 'Moving') order by t.id`.execute(tx);
  });
}
