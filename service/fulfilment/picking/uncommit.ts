import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockOrders, lockRecord, lockStock } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { pickStates } from '../../platform/states/states.ts';
import { giveBackCommits } from './last-commits.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { readLine } from './read-line.ts';
import { assertNotUsed, lotsPacked, undoPickWork } from './undo-pick.ts';

/**
 * Gives back the units that a pickline was committed with. They return to where they were taken from, and the line can be
 * committed again. A finished pick is open again: the commit of its last line may be the wrong one. Repeating it changes nothing.
 * @returns id of the pickline
 * @throws pick.state where a later step needs units of the finished pick, or a pack took some of the units in place of others of
 * the line
 */
export const uncommitPickline = operation('pickline.uncommit', async (context, picklineId: number) => {
  const { tx, actor } = context;
  const { order_id, pick_id } = await readLine(tx, picklineId);
  const orders = await lockOrders(tx, [order_id, ...(pick_id === null ? [] : await ordersOfPick(tx, pick_id))]);
  if (pick_id === null) return picklineId;
  const pick = await lockRecord(tx, 'pick', pick_id);
  const line = await readLine(tx, picklineId);
  if (!line.committed) return line.id;
  const finished = !pickStates.allows('uncommit', pick);
  if (finished) pickStates.demand('reopen', pick);
  const refusal = `Pickline ${line.id} can't be given back`;
  if (finished) await assertNotUsed(tx, pick.id, refusal);
  await lockStock(tx, pick.site_id, [line.part_id]);
  await giveBackCommits(tx, actor, [line.id], () => lotsPacked(tx, pick.id, refusal));
  if (finished) await reopen(context, pick.id, orders);
  await sql`update pickline set qty_committed = 0, updated_at = this_second() where id = ${line.id}`.execute(tx);
  await recordEvent(context, {
    event: 'pickline.uncommitted',
    id: line.id,
    orders: [line.order_id],
    detail: { part: line.part, qty: Number(line.qty) },
  });
  return line.id;
});

/** Opens a finished pick again. Its lines stay committed, and their work is done when the pick is finished again. */
async function reopen(context: OperationContext, pickId: number, orders: readonly LockedOrder[]): Promise<void> {
  const { tx } = context;
  const { rows: lines } = await sql<LineQuantity>`
    -- Opens the pick, and returns the quantities that were booked with it.
    with opened as (
      update pick set status_id = ${sql.lit(pickStates.id.Open)}, finished_at = null, updated_at = this_second() where id = ${pickId}
    )
    update pickline set finished = false, updated_at = this_second() where pick_id = ${pickId} and finished
    returning order_id, line_id, part_id, qty_committed as qty`.execute(tx);
  await undoPickWork(context, orders, lines);
  const orderIds = [...new Set(lines.map((line) => line.order_id))];
  await recordEvent(context, { event: 'pick.reopened', id: pickId, orders: orderIds });
}
