import { sql } from 'kysely';
import pg from 'pg';
import { type Problem, problem } from '../problems/problems.ts';
import type { Tx } from './operation.ts';
import { firstRow } from './rows.ts';

// A user with allowed sites acts at these sites only. Triggers (0015_sites.sql) refuse the changes of records of other sites. Locks
// refuse them earlier, before the state of a record is told to somebody who may not change it. Reading is not limited.

/** The SQLSTATE of `demand_site`. */
const refusedState = 'ZS001';

const limited = new WeakSet<Tx>();

/** Limits a transaction to the sites of its user, until its end. */
export async function limitSites(tx: Tx, sites: readonly number[] | null | undefined): Promise<void> {
  if (!sites) return;
  limited.add(tx);
  await sql`
    -- Lets triggers refuse changes of records of other sites.
    select set_config('conveyor.sites', ${`{${sites.join()}}`}, true)`.execute(tx);
}

/**
 * Refuses locked rows of other sites.
 * @param rows rows that may have a `site_id`
 * @throws Problem `site.not-allowed`
 */
export async function assertSites(tx: Tx, rows: readonly unknown[]): Promise<void> {
  if (!limited.has(tx)) return;
  const sites = new Set(rows.map((row) => (row as { site_id?: number | null }).site_id).filter((id) => id != null));
  for (const id of sites) {
    try {
      await sql`select demand_site(${id}::bigint)`.execute(tx);
    } catch (error) {
      throw siteProblem(error) ?? error;
    }
  }
}

/** Runs what an allowed change causes at a site that the user may not act at, such as the receipt of what a transfer order sends. */
export async function beyondSites<Result>(tx: Tx, run: () => Promise<Result>): Promise<Result> {
  if (!limited.has(tx)) return run();
  const before = firstRow(await sql<{ sites: string }>`select current_setting('conveyor.sites') as sites`.execute(tx));
  await sql`select set_config('conveyor.sites', '', true)`.execute(tx);
  const result = await run();
  await sql`select set_config('conveyor.sites', ${before.sites}, true)`.execute(tx);
  return result;
}

/** Returns the refusal of a change at another site; null for another error. */
export function siteProblem(error: unknown): Problem | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== refusedState) return null;
  const { site_id, name, allowed } = JSON.parse(error.detail ?? '{}');
  return siteRefusal({ site_id, name }, allowed);
}

/** Returns the refusal of a user who may act at the allowed sites only. @param allowed their names or ids */
export function siteRefusal(
  { site_id, name }: { site_id: number; name: string },
  allowed: readonly (string | number)[],
): Problem {
  const detail = `The record belongs to site ${site_id} (${name}), and you may act at ${allowed?.join(', ')} only. An administrator can add the site to your site_ids.`;
  return problem('site.not-allowed', detail, { site_id });
}
