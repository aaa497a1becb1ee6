import { sql } from 'kysely';
import { type AutoworkDetails, type AutoworkPlan, autoworkWorkflowId } from '../../workflows/contract/autowork.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { shortageOf } from '../fulfilment/picking/operations.ts';
import { type LockedOrder, lockOrder, lockStockOf } from '../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { recordEvent, signalEvent } from '../platform/events/record-event.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { isOpen } from '../platform/states/open.ts';
import { conclude } from './conclude.ts';
import type { TaskResult } from './outcome.ts';
import { linesToPick, roundOf } from './rounds.ts';
import { startNext } from './start-next.ts';

/**
 * Has an autowork wait for stock, or begin its next round where nothing keeps it from that. Each event of the order has its workflow
 * call this again. An order that has ended begins a round too, which finds that out and ends the autowork. Idempotent.
 * @param results of the tasks so far
 */
export const awaitStock = operation(
  'autowork.wait',
  async (context, { id, results }: { id: number; results: readonly TaskResult[] }): Promise<AutoworkPlan> => {
    const { tx } = context;
    const order = await lockOrderOf(tx, id);
    const state = await stateOf(tx, id);
    if (state.state === 'done') return roundOf(tx, id);
    if (!state.stays) {
      await conclude(context, id, results);
      return roundOf(tx, id);
    }
    await sql`
      -- Stores the results so far, and marks the autowork as waiting: stock that arrives from now on wakes it.
      update autowork set state = 'waiting', tasks = ${JSON.stringify(results)}::jsonb, waiting_for = coalesce(waiting_for, 'stock'),
        round = round + case when state = 'waiting' then 0 else 1 end, updated_at = this_second()
      where id = ${id}`.execute(tx);
    const obstacle = await obstacleOf(tx, order, { id, ...state });
    await sql`
      -- Has the autowork wait for something, or begin its round.
      update autowork set state = ${obstacle === null ? 'running' : 'waiting'}, waiting_for = ${obstacle} where id = ${id}`.execute(
      tx,
    );
    await reportWait(context, order.id, { id, before: state.state, obstacle });
    return roundOf(tx, id);
  },
);

/** Tells the order that its autowork waits or continues: its own workflow works only during the wait. */
async function reportWait(
  context: OperationContext,
  orderId: number,
  { id, before, obstacle }: { id: number; before: AutoworkState['state']; obstacle: string | null },
): Promise<void> {
  if (obstacle !== null) await startNext(context, orderId);
  if (obstacle !== null && before !== 'waiting') {
    const detail = { waiting_for: obstacle };
    await recordEvent(context, { event: 'autowork.waiting', id, orders: [orderId], detail });
    signalEvent(context, orderWorkflowId(orderId), 'autowork.waiting');
  }
  if (obstacle === null && before === 'waiting') {
    signalEvent(context, orderWorkflowId(orderId), 'autowork.created');
  }
}

/**
 * Takes an autowork back. One that waits or is queued ends at once. One that runs finishes its tasks, and does not wait for stock
 * any more. Idempotent.
 * @throws record.unknown
 */
export const cancelAutowork = operation('autowork.cancel', async (context, id: number): Promise<void> => {
  const { tx } = context;
  await lockOrderOf(tx, id);
  const { state, task_ids, tasks } = await stateOf(tx, id);
  if (state === 'done') return;
  if (state === 'running') {
    await sql`
      -- Has the autowork end with its tasks.
      update autowork set on_stock = 'report', updated_at = this_second() where id = ${id}`.execute(tx);
    return;
  }
  const canceled = { code: 'autowork.canceled', detail: 'Somebody took the autowork back.' };
  const [first = 0] = task_ids;
  const none: TaskResult = { task_id: first, outcome: 'refused', record_id: null, ...canceled };
  const results = tasks?.map((task) => (isShort(task) ? { ...task, ...canceled } : task));
  await conclude(context, id, results ?? [none]);
  signalEvent(context, autoworkWorkflowId(id), 'autowork.finished');
});

const isShort = ({ outcome }: TaskResult) => outcome === 'partial' || outcome === 'refused';

/** Locks the order of an autowork. @throws record.unknown */
async function lockOrderOf(tx: Tx, id: number): Promise<LockedOrder> {
  const { rows } = await sql<Row<'autowork', 'order_id'>>`select order_id from autowork where id = ${id}`.execute(tx);
  if (!rows[0]) throw noSuch('autowork', id);
  return lockOrder(tx, rows[0].order_id);
}

interface AutoworkState extends Row<'autowork', 'state'> {
  /** Whether it waits where stock is short. */
  readonly stays: boolean;
  readonly task_ids: readonly number[];
  readonly tasks: readonly TaskResult[] | null;
  readonly line_details: AutoworkDetails['line_details'] | null;
  /** Another active autowork of the order. */
  readonly other: number | null;
}

async function stateOf(tx: Tx, id: number): Promise<AutoworkState> {
  const query = sql<AutoworkState>`
    -- Reads the state of an autowork, and another one of its order that has its turn.
    select a.state, a.on_stock = 'continue' as stays, a.task_ids, a.tasks, a.line_details, (
      select min(b.id) from autowork b
      where b.order_id = a.order_id and b.id <> a.id and b.state in ('queued', 'running')) as other
    from autowork a where a.id = ${id}`;
  return firstRow(await query.execute(tx));
}

/** Returns the obstacle to the next round of the autowork; null without one. The order is locked. */
async function obstacleOf(
  tx: Tx,
  order: LockedOrder,
  { id, other, line_details }: AutoworkState & { id: number },
): Promise<string | null> {
  if (!isOpen(order)) return null;
  if (order.held_at !== null) return `the release of order ${order.number}`;
  if (other !== null) return `autowork ${other}`;
  // Stock is reserved under this lock. Its earlier holders have committed, and later ones see that the autowork waits.
  await lockStockOf(tx, order.site_id, [order.id]);
  const lines = linesToPick(await roundOf(tx, id), line_details);
  const details = lines?.map(({ transactionline_id: line_id, qty }) => ({ line_id, qty })) ?? null;
  const shortage = await shortageOf(tx, [order.id], details);
  return shortage && `stock: ${shortParts(shortage.members.short as Short[])}`;
}

interface Short {
  part: string;
  short: number;
}

const shortParts = (short: readonly Short[]) => short.map((line) => `${line.short} of part ${line.part}`).join(', ');
