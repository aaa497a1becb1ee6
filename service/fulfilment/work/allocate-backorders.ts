import { sql } from 'kysely';
import { reserve } from '../../inventory/stock/reserve.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { placePicklines } from './picklines.ts';

/**
 * Reserves stock that became free for the orders that wait for it, by priority and then by time of issue. An order that is no
 * longer short gets the event `salesorder.stocked`, and its workflow continues. The caller holds `lockStock` for the parts.
 */
export async function allocateBackorders(
  context: OperationContext,
  siteId: number,
  partIds: readonly number[],
): Promise<void> {
  const { tx } = context;
  const { rows: waiting } = await sql<{ id: number }>`
    -- Finds the work that is short of the parts.
    select id from work where qty_short > 0 and part_id = any(${partIds}::bigint[]) and site_id = ${siteId}`.execute(
    tx,
  );
  if (waiting.length === 0) return;
  const workIds = waiting.map((work) => work.id);
  const allocations = await reserve(tx, siteId, workIds);
  if (allocations.length === 0) return;
  await placePicklines(tx, siteId, allocations);
  const { rows: stocked } = await sql<{ order_id: number }>`
    -- Finds the orders that are no longer short of anything.
    select distinct w.order_id from work w where w.id = any(${allocations.map((a) => a.work_id)}::bigint[])
      and not exists (select 1 from work o where o.order_id = w.order_id and o.qty_short > 0)
    order by w.order_id`.execute(tx);
  await recordEvent(
    context,
    ...stocked.map(({ order_id: id }) => ({ event: 'salesorder.stocked', id, orders: [id] }) as const),
  );
}
