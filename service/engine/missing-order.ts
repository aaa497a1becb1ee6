import { sql } from 'kysely';
import { redriveAutowork } from '../autowork/operations.ts';
import type { Database } from '../platform/database/database.ts';
import { isDriven } from '../platform/states/open.ts';
import { redriveReturn } from '../returns/operations.ts';
import { redriveOrder } from './drive.ts';
import { engineActor } from './engine-actor.ts';
import { openWorks, type Work, workOf } from './work.ts';

/** A signal whose workflow does not run. */
export interface MissingWorkflow {
  readonly workflowId: string;
  /** The event that the signal reports. */
  readonly event: string;
  /** The request that caused the event. */
  readonly requestId: string | null;
}

/**
 * The fate of such a signal: its work is `over`; its workflow was `started`; a start waits, and so the signal is too `early`;
 * or somebody canceled the workflow, and the work stays `abandoned`.
 */
export type SignalFate = 'over' | 'started' | 'early' | 'abandoned';

/** Events of a person's decision about an order. They alone start an order whose workflow somebody canceled. */
const decisions: ReadonlySet<string> = new Set([
  'salesorder.held',
  'salesorder.released',
  'salesorder.retried',
  'salesorder.replanned',
]);

/**
 * Decides about a signal whose workflow does not run. If its order is open, the workflow starts again and reads the progress. The
 * check is one statement, since orders that are over get signals too.
 */
export async function onMissingOrder(database: Database, missing: MissingWorkflow): Promise<SignalFate> {
  const { workflowId, event, requestId } = missing;
  const work = workOf(workflowId);
  if (work?.kind === 'autowork' || work?.kind === 'returnorder') return onMissingWork(database, work, requestId);
  if (work?.kind !== 'order') return 'over';
  const { rows } = await sql<{ starting: boolean; canceled: boolean }>`
    -- Whether an open order has a start row, and whether somebody canceled its workflow.
    select exists (select 1 from outbox where kind = 'start' and workflow_id = ${workflowId}) as starting,
      coalesce(attention ->> 'code' = 'engine.canceled', false) or exists (
        select 1 from closed_workflow where workflow_id = ${workflowId} and missing and status = 'canceled') as canceled
    from salesorder where id = ${work.id} and ${isDriven('salesorder')}`.execute(database.kysely);
  const [order] = rows;
  if (!order) return 'over';
  if (order.starting) {
    await sql`
      -- Has the workflow read the progress first: the order has changed since the start was written.
      update outbox set payload = payload || '{"stale": true}' where kind = 'start' and workflow_id = ${workflowId}`.execute(
      database.kysely,
    );
    return 'early';
  }
  if (order.canceled && !decisions.has(event)) return 'abandoned';
  const actor = await engineActor(database, 'relay', requestId);
  const why = `No workflow of the order ran when the event ${event} was reported.`;
  await redriveOrder({ database, actor }, { orderId: work.id, why });
  return 'started';
}

const redrives: Readonly<Partial<Record<Work['kind'], typeof redriveAutowork>>> = {
  autowork: redriveAutowork,
  returnorder: redriveReturn,
};

/** Starts the workflow of an open autowork or return again. It finds out what it was woken for. */
async function onMissingWork(database: Database, work: Work, requestId: string | null): Promise<SignalFate> {
  const [open] = await openWorks(database, [work]);
  if (!open) return 'over';
  const { rows } = await sql`
    -- Finds a start row of the workflow.
    select from outbox where kind = 'start' and workflow_id = ${work.workflowId} limit 1`.execute(database.kysely);
  if (rows.length > 0) return 'early';
  await redrives[work.kind]?.({ database, actor: await engineActor(database, 'relay', requestId) }, work.id);
  return 'started';
}
