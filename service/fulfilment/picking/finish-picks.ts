import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import type { NotNullRow } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { orderStates, pickStates } from '../../platform/states/states.ts';
import { bookWork } from '../work/book-work.ts';
import { readyOrders } from '../work/ready.ts';

/** A line of a pick that is finished. */
export interface FinishedLine extends LineQuantity, NotNullRow<'pickline', 'pick_id'> {
  /** Whether nothing of it was committed, so that the line has left the pick. */
  readonly returned: boolean;
}

/** Finishes open picks. Their orders are locked. */
export async function finishPicks(
  context: OperationContext,
  pickIds: readonly number[],
  orders: readonly LockedOrder[],
): Promise<void> {
  const { rows } = await sql<FinishedLine>`
    -- Closes the picks, and takes lines that were not committed off them.
    with before as (
      select id, pick_id, qty_committed = 0 as returned from pickline where pick_id = any(${pickIds}::bigint[])
    ), closed as (${closePicks(pickIds)})
    update pickline p set finished = not b.returned, pick_id = case when b.returned then null else p.pick_id end, updated_at = this_second()
    from before b where p.id = b.id
    returning b.pick_id, order_id, line_id, part_id, qty_committed as qty, b.returned`.execute(context.tx);
  await bookPicked(context, pickIds, rows, orders);
}

/** SQL that closes picks. */
export const closePicks = (pickIds: readonly number[]) => sql`
  update pick set status_id = ${sql.lit(pickStates.id.Finished)}, finished_at = this_second(), updated_at = this_second()
  where id = any(${pickIds}::bigint[])`;

/** Books the lines of picks that are closed, and records their events. */
export async function bookPicked(
  context: OperationContext,
  pickIds: readonly number[],
  lines: readonly FinishedLine[],
  orders: readonly LockedOrder[],
): Promise<void> {
  const { tx } = context;
  const committed = lines.filter((line) => !line.returned);
  await bookWork(tx, 'pick', committed);
  const picked = new Set(committed.map((line) => line.order_id));
  const readyIds = orders
    .filter((o) => picked.has(o.id) && !o.required.includes('pack') && !o.required.includes('ship'))
    .map((order) => order.id);
  if (readyIds.length > 0) await readyOrders(tx, readyIds);
  await recordEvent(
    context,
    ...pickIds.map((id) => {
      const own = lines.filter((line) => line.pick_id === id);
      const event = { event: 'pick.finished', id, orders: own.map((line) => line.order_id) } as const;
      return { ...event, detail: { lines: own.filter((line) => !line.returned).length } };
    }),
    ...orders
      .filter((order) => picked.has(order.id) && orderStates.stateOf(order) === 'Issued')
      .map(({ id }) => ({ event: 'salesorder.started', id, orders: [id] }) as const),
  );
}
