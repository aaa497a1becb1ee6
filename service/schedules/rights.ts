import { sql } from 'kysely';
import type { Schedule, ScheduledBulkRun } from '../../config/schedules.ts';
import { assertRun } from '../bulk-runs/operations.ts';
import { bulkRunBody } from '../bulk-runs/schema.ts';
import type { Database } from '../platform/database/database.ts';
import type { Row } from '../platform/database/row.ts';
import type { SqlCondition } from '../platform/listing/filter.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { Problem, problem } from '../platform/problems/problems.ts';

/** The rights of a caller. */
export interface Rights {
  readonly permissions: ReadonlySet<string>;
  readonly readAccess: ReadAccess | null;
  /** A site where the caller may not act; null for a caller who may act at all of them. */
  readonly closedSite: ClosedSite | null;
}

export type ClosedSite = Row<'site', 'id' | 'name'>;

/** Returns a site where a user may not act; null for none. @param siteIds the sites of the user; null for all */
export async function closedSite(
  { kysely }: Pick<Database, 'kysely'>,
  siteIds: readonly number[] | null | undefined,
): Promise<ClosedSite | null> {
  if (!siteIds) return null;
  const { rows } = await sql<ClosedSite>`
    -- Returns a site where the user may not act.
    select id, name from site where id <> all(${siteIds}::bigint[]) order by id limit 1`.execute(kysely);
  return rows[0] ?? null;
}

/**
 * Checks that a caller may have a schedule start its bulk run. The run acts as the user of the engine, who may do
 * everything everywhere. So the caller needs all rights that the same run by the caller would need for the same
 * orders.
 * @param run null if it was changed outside of Conveyor: its rights are then unknown
 * @returns the condition of the orders
 * @throws permission.missing, site.not-allowed, schedule.foreign; filter.invalid and body.invalid for a run that the service refuses
 */
export function assertStart(name: string, run: ScheduledBulkRun | null, rights: Rights): SqlCondition {
  if (run === null) {
    const detail = `What schedule ${name} starts was changed outside of Conveyor. To make it as the operators' file says: POST /schedule/apply.`;
    throw problem('schedule.foreign', detail, { schedule: name });
  }
  const selection = assertRun(bodyOf(run), rights);
  const { closedSite: closed } = rights;
  if (closed === null) return selection;
  const detail = `Schedule ${name} starts bulk runs for the orders of all sites, and you may not act at site ${closed.id} (${closed.name}). An administrator can add the site to your site_ids. Or start a bulk run of your own: POST /bulkrun.`;
  throw problem('site.not-allowed', detail, { site_id: closed.id });
}

/** Returns why a caller may not have a schedule start runs; null for a caller who may. */
export function startRefusal(name: string, run: ScheduledBulkRun | null, rights: Rights): string | null {
  try {
    assertStart(name, run, rights);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/**
 * Returns why a caller may not have `apply` make a schedule as the file says, since they may not start its run themselves; null for a
 * caller who may. A run with faults may be applied by everybody here: `apply` itself reports the faults with their places.
 */
export function applyRefusal(schedule: Schedule, rights: Rights): string | null {
  try {
    assertStart(schedule.name, schedule.run, rights);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.status === 403 ? error.message : null;
  }
}

/** @throws body.invalid */
function bodyOf(run: ScheduledBulkRun) {
  const parsed = bulkRunBody.safeParse(run);
  if (parsed.success) return { ...parsed.data, select: run.select };
  const errors = parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, detail: message }));
  const [first] = errors;
  throw problem('body.invalid', `${first?.pointer.slice(1)} ${first?.detail}.`, { errors });
}
