import { sql } from 'kysely';
import { allocateBackorders } from '../../fulfilment/work/allocate-backorders.ts';
import { lightenCartons } from '../../fulfilment/work/lighten-cartons.ts';
import { type LockedOrder, lockStock } from '../../inventory/stock/locks.ts';
import { putBack, release } from '../../inventory/stock/release.ts';
import type { OperationContext } from '../../platform/database/operation.ts';

/** Stock in storage is free again; what was picked or packed goes back to storage first. Orders that wait get it. */
export async function freeEverything(context: OperationContext, order: LockedOrder): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<{ part_id: number }>`
    select distinct part_id from work where order_id = ${order.id} and stocked`.execute(tx);
  const partIds = rows.map((row) => row.part_id);
  // All parts of its work, reserved or not: stock that arrives now must not be reserved for it any more.
  await lockStock(tx, order.site_id, partIds);
  await lightenCartons(tx, order.id);
  await putBack(tx, actor, [order.id]);
  await release(tx, [order.id]);
  // Its own shortages end here: it is not to be served with what it gives back.
  await sql`update work set qty_short = 0 where order_id = ${order.id}`.execute(tx);
  await allocateBackorders(context, order.site_id, partIds);
}
