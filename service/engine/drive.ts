import { sql } from 'kysely';
import { type OrderRow, orderWorkflowId } from '../../workflows/contract/order.ts';
import { redriveAutowork } from '../autowork/operations.ts';
import { lockOrder } from '../inventory/stock/locks.ts';
import { orderInput } from '../orders/lifecycle/operations.ts';
import { orderFacts, pinnedPlan } from '../orders/planning/operations.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { recordEvent, startWorkflow } from '../platform/events/record-event.ts';
import { actorName } from '../platform/records/actor-name.ts';
import { isOpen, isWaitingDraft } from '../platform/states/open.ts';
import { orderStates } from '../platform/states/states.ts';

/**
 * Starts the workflow of an open order again, and the workflows of its open autoworks, because a person requests
 * it.
 * @throws order.state for an order that is not open; record.unknown
 */
export const driveOrder = operation(
  'salesorder.drive',
  async (context, { orderId, by }: { orderId: number; by: string | null }): Promise<void> => {
    await writeStartRow(context, orderId, { by: await actorName(context, by) });
    for (const id of await openAutoworksOf(context.tx, orderId)) await redriveAutowork.within(context, id);
  },
);

/**
 * Starts the workflow of an open order again, because the service knows that it is gone.
 * @param input.why the reason for the timeline, in one sentence
 * @returns false if a start row waits already, or the order is not open
 * @throws record.unknown
 */
export const redriveOrder = operation(
  'salesorder.redrive',
  async (context, { orderId, why }: { orderId: number; why: string }): Promise<boolean> => {
    const order = await lockOrder(context.tx, orderId);
    if (!isOpen(order) && !isWaitingDraft(order)) return false;
    return writeStartRow(context, orderId, { why });
  },
);

/**
 * Writes the start row of an open order from its pinned plan. The workflow reads the progress before it does
 * anything. A running workflow gets a signal instead, so an unnecessary start does no harm.
 * @param detail the facts for the timeline
 * @returns false if a start row waits already
 */
async function writeStartRow(context: OperationContext, orderId: number, detail: object): Promise<boolean> {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  if (!isWaitingDraft(order)) orderStates.demand('drive', order);
  await sql`
    -- Ends the attention that says that no workflow drives the order.
    update salesorder set attention = null, updated_at = this_second()
    where id = ${orderId} and attention ->> 'code' like 'engine.%'`.execute(tx);
  if (await hasStartRow(tx, orderId)) return false;
  const input = isWaitingDraft(order) ? await requestInput(tx, orderId) : await pinnedInput(tx, orderId);
  startWorkflow(context, orderWorkflowId(orderId), { ...input, stale: true });
  await recordEvent(context, { event: 'salesorder.driven', id: orderId, orders: [orderId], detail: { ...detail } });
  return true;
}

async function pinnedInput(tx: Tx, orderId: number): Promise<OrderRow> {
  const { facts } = await orderFacts(tx, orderId);
  const plan = await pinnedPlan(tx, orderId);
  return orderInput({ facts, plan, bulkRun: await bulkRunOf(tx, orderId) });
}

/** Returns the input of a waiting draft's workflow at its start. Its plan was a forecast. */
async function requestInput(tx: Tx, orderId: number): Promise<OrderRow> {
  const query = tx.selectFrom('issue_request').select('input').where('order_id', '=', orderId);
  return (await query.executeTakeFirstOrThrow()).input as OrderRow;
}

/** Returns whether a row of the outbox starts the workflow of the order. */
async function hasStartRow(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    -- Whether a start row of the order waits.
    select 1 from outbox where kind = 'start' and workflow_id = ${orderWorkflowId(orderId)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Returns the bulk run that issued the order; null if a person or an interface did. */
async function bulkRunOf(tx: Tx, orderId: number): Promise<number | null> {
  const query = sql<{ run: number | null }>`
    -- The last bulk run that issued the order.
    select max(r.id) as run from bulkrunorder o join bulkrun r on r.id = o.bulkrun_id
    where o.order_id = ${orderId} and o.outcome = 'done' and r.action = 'issue'`;
  return firstRow(await query.execute(tx)).run;
}

/** Returns the autoworks of the order that have not ended. */
async function openAutoworksOf(tx: Tx, orderId: number): Promise<number[]> {
  const { rows } = await sql<Row<'autowork', 'id'>>`
    select id from autowork where order_id = ${orderId} and state <> 'done' order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
