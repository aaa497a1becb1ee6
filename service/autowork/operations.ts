import { sql } from 'kysely';
import { autoworkWorkflowId } from '../../workflows/contract/autowork.ts';
import { resolveCarrier } from '../carriers/operations.ts';
import { tasks } from '../fulfilment/tasks/operations.ts';
import { type LockedOrder, lockOrder } from '../inventory/stock/locks.ts';
import { assertWholeDetails } from '../inventory/stock/whole-units.ts';
import { operation, type Tx } from '../platform/database/operation.ts';
import type { NotNullRow, Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { recordEvent, startWorkflow } from '../platform/events/record-event.ts';
import { type Problem, problem } from '../platform/problems/problems.ts';
import { noSuch, unfit, unknownRecord } from '../platform/records/refusals.ts';
import { orderStates } from '../platform/states/states.ts';
import { conclude } from './conclude.ts';
import type { TaskResult } from './outcome.ts';
import { lineLimits, roundOf } from './rounds.ts';
import type { AutoworkBody } from './schema.ts';
import { isItsTurn } from './turn.ts';
import { stepOf, workflowInput } from './workflow-input.ts';

export { isItsTurn } from './turn.ts';

export interface AutoworkRequest {
  orderId: number;
  body: AutoworkBody;
  /** Path of the request, for `/background`. */
  path: string;
}

/**
 * Stores a request for an autowork. The engine does the tasks later, in the name of the caller. The autoworks of one order run
 * one after the other; one that waits for stock lets the others go first.
 * @returns the ids of the autowork and of its background request, which gets the answer
 * @throws order.state for an order that is not issued, or that ended without being fulfilled; order.other-site; reference.unknown
 */
export const requestAutowork = operation('autowork.create', async (context, request: AutoworkRequest) => {
  const { orderId, body, path } = request;
  const { tx, actor } = context;
  const order = await lockOrder(tx, orderId);
  const fulfilled = orderStates.repeated('autowork', order);
  const taskIds = chosenTasks(body);
  await checkLines(tx, orderId, body);
  const details = await resolveCarrier(tx, cartonDetails(body));
  const siteId = await siteOf(tx, body.site_id ?? actor.siteId ?? order.site_id);
  if (siteId !== order.site_id) throw await otherSite(tx, order, siteId);
  const limits = body.on_stock === 'continue' ? lineLimits(orderId, body.line_details ?? []) : sql`null::jsonb`;
  const insertion = sql<
    Row<'autowork', 'id'> & NotNullRow<'autowork', 'background_id'> & { first: boolean; engine_acts: boolean }
  >`
    -- Inserts the background request and the autowork, and returns whether the workflow of the order has automatic steps.
    with job as (
      insert into background (account_id, site_id, request_id, user_agent, workflow_id, method, path, body, permission,
        by_engine)
      values (${actor.userId}, ${siteId}, ${actor.requestId}, ${actor.userAgent}, ${actor.workflowId}, 'POST', ${path},
        ${JSON.stringify(body)}::jsonb, 'salesorder.autowork', true)
      returning id
    )
    insert into autowork (order_id, background_id, site_id, on_stock, line_limits, full_auto, task_ids, line_details,
      carrier_id, carrierservicelevel_id, tracking_number, created_by)
    select ${orderId}, job.id, ${siteId}, ${body.on_stock ?? 'report'}, ${limits}, ${body.task_ids === undefined || body.full_auto === true}, ${JSON.stringify(taskIds)}::jsonb,
      (select jsonb_agg(to_jsonb(d)) from jsonb_to_recordset(${JSON.stringify(body.line_details ?? [])}::jsonb)
        as d(transactionline_id bigint, qty numeric)),
      ${details.carrier_id ?? null}, ${details.carrierservicelevel_id ?? null}, ${details.tracking_number ?? null}, ${actor.userId}
    from job
    returning id, background_id,
      not exists (select 1 from autowork a where a.order_id = ${orderId} and a.state in ('queued', 'running')) as first,
      (select plan #>> '{carrier,book_at}' is not null
          or plan_outline -> 'steps' @> '[{"required": true, "by": "automatic"}]' from salesorder where id = ${orderId}) as engine_acts`;
  const autowork = firstRow(await insertion.execute(tx));
  await recordEvent(context, {
    event: 'autowork.created',
    id: autowork.id,
    orders: [orderId],
    detail: { tasks: taskIds.map(stepOf) },
    // A workflow without automatic steps does not need to wait for the autowork.
    signals: autowork.engine_acts,
  });
  if (fulfilled) {
    const nothing = { outcome: 'nothing', code: 'order.state', detail: `Order ${order.number} is fulfilled.` } as const;
    const results = taskIds.map((task_id): TaskResult => ({ task_id, record_id: null, ...nothing }));
    await conclude(context, autowork.id, results);
  } else if (autowork.first) {
    startWorkflow(context, autoworkWorkflowId(autowork.id), await workflowInput(tx, autowork.id));
  }
  return { id: autowork.id, backgroundId: autowork.background_id };
});

/** Returns the ids of the requested tasks, or of all tasks, in their sequence. */
function chosenTasks({ full_auto, task_ids }: AutoworkBody): number[] {
  if (full_auto === false && task_ids === undefined) {
    throw unfit('/task_ids', 'is needed with full_auto=0; leave both out for all tasks');
  }
  if (task_ids === undefined || full_auto) {
    if (task_ids !== undefined && task_ids.length > 0) {
      throw unfit('/task_ids', 'cannot be given together with full_auto, which means all of them');
    }
    return Object.keys(tasks).map(Number);
  }
  if (task_ids.length === 0) throw unfit('/task_ids', 'must hold at least one id; leave it out for all of them');
  const unknown = task_ids.findIndex((id) => !tasks[id]);
  if (unknown >= 0) throw unknownRecord(`/task_ids/${unknown}`, 'task', task_ids[unknown]);
  return [...task_ids].sort((a, b) => a - b);
}

/** Checks that the lines belong to the order, and that their quantities are whole where units are indivisible. */
async function checkLines(tx: Tx, orderId: number, { line_details: lines = [] }: AutoworkBody): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await sql<Row<'salesorderline', 'id'>>`
    select id from salesorderline where salesorder_id = ${orderId} and id = any(${lines.map((line) => line.transactionline_id)}::bigint[])`.execute(
    tx,
  );
  const known = new Set(rows.map((row) => row.id));
  for (const [at, { transactionline_id: id }] of lines.entries()) {
    if (!known.has(id))
      throw unknownRecord(`/line_details/${at}/transactionline_id`, 'line of this order with the id', id);
  }
  const details = lines.map(({ transactionline_id, qty }) => ({ line_id: transactionline_id, qty }));
  const positionOf = (id: number) => details.findIndex((detail) => detail.line_id === id);
  return assertWholeDetails(tx, details, (id) => `/line_details/${positionOf(id)}/qty`);
}

/** Returns the fields of the body that go onto the cartons. */
function cartonDetails({ carrier_id, carrierservicelevel_id, tracking_number }: AutoworkBody) {
  return Object.fromEntries(
    Object.entries({ carrier_id, carrierservicelevel_id, tracking_number }).filter(([, value]) => value != null),
  );
}

async function siteOf(tx: Tx, siteId: number): Promise<number> {
  const { rows } = await sql`select 1 from site where id = ${siteId}`.execute(tx);
  if (rows.length === 0) throw unknownRecord('/site_id', 'site', siteId);
  return siteId;
}

/** Returns the problem that the order belongs to another site. */
async function otherSite(tx: Tx, order: LockedOrder, siteId: number): Promise<Problem> {
  const names = sql<{ own: string; other: string }>`
    select (select name from site where id = ${order.site_id}) as own, (select name from site where id = ${siteId}) as other`;
  const { own, other } = firstRow(await names.execute(tx));
  return problem(
    'order.other-site',
    `Order ${order.number} is worked on at ${own}, and not at ${other}: give its site_id, or change your current site.`,
    { order_id: order.id, site_id: order.site_id },
  );
}

/** Starts an autowork, unless it waits for stock. @returns its round and the plan of the order */
export const beginAutowork = operation('autowork.begin', async ({ tx }, autoworkId: number) => {
  await sql`
    -- Marks the autowork and its background request as running.
    with started as (
      update autowork set state = 'running', started_at = this_second(), updated_at = this_second()
      where id = ${autoworkId} and state = 'queued' returning background_id
    )
    update background set state = 'running', started_at = this_second() where id in (select background_id from started)`.execute(
    tx,
  );
  return roundOf(tx, autoworkId);
});

/** Stores the results of the tasks, and finishes the autowork. Idempotent. */
export const finishAutowork = operation(
  'autowork.finish',
  async (context, { id, results }: { id: number; results: readonly TaskResult[] }) => {
    const query = context.tx.selectFrom('autowork').select('order_id').where('id', '=', id);
    const autowork = await query.executeTakeFirst();
    if (!autowork) throw noSuch('autowork', id);
    await lockOrder(context.tx, autowork.order_id);
    return conclude(context, id, results);
  },
);

/** Has the workflow of an autowork started again, because it is gone. An autowork that has ended is not changed. */
export const redriveAutowork = operation('autowork.redrive', async (context, id: number) => {
  const { tx } = context;
  const workflowId = autoworkWorkflowId(id);
  const { rows } = await sql`
    -- Whether the autowork is open, has its turn, and has no start that waits for the relay.
    select 1 from autowork a where a.id = ${id} and ${isItsTurn('a')}
    and not exists (select 1 from outbox where kind = 'start' and workflow_id = ${workflowId})`.execute(tx);
  if (rows.length > 0) startWorkflow(context, workflowId, await workflowInput(tx, id));
});
