import { sql } from 'kysely';
import { orderStates } from '../../orders/states.ts';
import type { LockedOrder } from '../../platform/database/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { bookWork } from '../work/book-work.ts';
import { readyOrders } from '../work/ready.ts';
import { pickStates } from './states.ts';

/** Finishes open picks whose orders are locked. */
export async function finishPicks(
  context: OperationContext,
  pickIds: readonly number[],
  orders: readonly LockedOrder[],
): Promise<void> {
  const { tx } = context;
  const { rows: lines } = await sql<{
    pick_id: number;
    order_id: number;
    line_id: number;
    part_id: number;
    qty: string;
    back: boolean;
  }>`
    with was as (
      select id, pick_id, qty_committed = 0 as back from pickline where pick_id = any(${pickIds}::int[])
    ), closed as (
      update pick set status_id = ${sql.lit(pickStates.id.Finished)}, finished_at = now(), updated_at = now() where id = any(${pickIds}::int[])
    )
    update pickline p set finished = not w.back, pick_id = case when w.back then null else p.pick_id end, updated_at = now()
    from was w where p.id = w.id
    returning w.pick_id, order_id, line_id, part_id, qty_committed as qty, w.back`.execute(tx);
  const rows = lines.filter((line) => !line.back);
  await bookWork(tx, 'pick', rows);
  const picked = new Set(rows.map((row) => row.order_id));
  const straightOut = orders.filter(
    (o) => picked.has(o.id) && !o.required.includes('pack') && !o.required.includes('ship'),
  );
  if (straightOut.length > 0)
    await readyOrders(
      tx,
      straightOut.map((order) => order.id),
    );
  await recordEvent(
    context,
    ...pickIds.map((id) => {
      const own = lines.filter((line) => line.pick_id === id);
      const event = { event: 'pick.finished', id, orders: own.map((line) => line.order_id) } as const;
      return { ...event, detail: { lines: own.filter((line) => !line.back).length } };
    }),
    ...orders
      .filter((order) => picked.has(order.id) && orderStates.stateOf(order) === 'Issued')
      .map(({ id }) => ({ event: 'salesorder.started', id, orders: [id] }) as const),
  );
}
