import type { Client } from '@temporalio/client';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Row } from '../platform/database/row.ts';
import { compare, type Difference, type Position } from './reconcile.ts';
import { describeRuns } from './reconcile-runs.ts';
import { recordKinds } from './schema.ts';

/** The beginning of each comparison of all open records. */
const beginning: Position = { part: recordKinds[0], after: '' };

/** Seconds. */
export interface DeletedRunsSettings {
  /** From the sight of a deleted workflow to its start. */
  readonly pause: number;
  /** The least age of a closed run in Temporal's list. A younger one is not there yet, and the next look sees it. */
  readonly overlap: number;
}

/**
 * Looks for workflows that somebody deleted: no list of Temporal has them, so open records are compared with the workflows that
 * run. It stops after a time, and the next look continues there. One request to the Temporal server covers 1,000 records.
 * @param settings.until milliseconds since 1970; it compares at least one page
 * @returns the ids of the workflows that no look has noted before
 */
export async function noteDeletedRuns(
  { database, client }: { database: Database; client: Client },
  { until, pause, overlap }: DeletedRunsSettings & { until: number },
): Promise<string[]> {
  const { differences, next } = await compare({ database, client }, await readPosition(database), { until });
  const missing = await withoutRecentRun(client, differences, overlap);
  const orders = missing.map(({ record, id }) => (record === 'salesorder' ? id : null));
  const { part, after } = next ?? beginning;
  const { rows } = await sql<Row<'closed_workflow', 'workflow_id'>>`
    -- Notes deleted workflows and the place of the next look. The attention of an order that nobody is to drive stays.
    with moved as (update engine_watch set compared_part = ${part}, compared_after = ${after})
    insert into closed_workflow (workflow_id, run_id, status, closed_at, missing, restart_at)
    select m.id, '', 'deleted', now(), true, now() + make_interval(secs => ${pause})
    from unnest(${missing.map(({ workflow_id }) => workflow_id)}::text[], ${orders}::bigint[]) as m(id, order_id)
    where not exists (
      select 1 from salesorder s
      where s.id = m.order_id and s.attention ->> 'code' in ('engine.canceled', 'engine.gone'))
    on conflict (workflow_id) do update set run_id = excluded.run_id, status = excluded.status, closed_at = excluded.closed_at,
      missing = true, restart_at = excluded.restart_at
    where not closed_workflow.missing
    returning workflow_id`.execute(database.kysely);
  return rows.map(({ workflow_id }) => workflow_id);
}

/** Returns the differences of records without a run, or of which an earlier run is left that closed some time ago. */
async function withoutRecentRun(client: Client, differences: readonly Difference[], overlap: number) {
  const runs = await describeRuns(
    client,
    differences.map(({ workflow_id }) => workflow_id),
  );
  const before = Date.now() - overlap * 1_000;
  return differences.filter((_, at) => {
    const run = runs[at];
    return !run || (run.closedAt !== undefined && run.closedAt.getTime() < before);
  });
}

async function readPosition(database: Database): Promise<Position> {
  const { rows } = await sql<Position>`
    select compared_part as part, compared_after as after from engine_watch`.execute(database.kysely);
  return rows[0] ?? beginning;
}
