import { sql } from 'kysely';
import { reserve } from '../../inventory/stock/reserve.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { cutPicklines } from './picklines.ts';

/**
 * Gives stock that became free to the orders that wait for it, first by priority, then by time of issue. Orders that are no
 * longer short of anything are told so: their workflows go on by themselves. The caller holds `lockStock` for the parts.
 */
export async function allocateBackorders(
  context: OperationContext,
  siteId: number,
  partIds: readonly number[],
): Promise<void> {
  const { tx } = context;
  const waiting = await sql<{ id: number }>`
    select w.id from work w join salesorder o on o.id = w.order_id
    where w.qty_short > 0 and w.part_id = any(${partIds}::int[]) and o.site_id = ${siteId}`.execute(tx);
  if (waiting.rows.length === 0) return;
  const allocations = await reserve(
    tx,
    siteId,
    waiting.rows.map((row) => row.id),
  );
  if (allocations.length === 0) return;
  await cutPicklines(tx, allocations);
  const served = await sql<{ order_id: number }>`
    select distinct w.order_id from work w where w.id = any(${allocations.map((a) => a.work_id)}::int[])
      and not exists (select 1 from work o where o.order_id = w.order_id and o.qty_short > 0)
    order by w.order_id`.execute(tx);
  await recordEvent(
    context,
    ...served.rows.map(({ order_id }) => ({ event: 'salesorder.stocked', id: order_id, orders: [order_id] }) as const),
  );
}
