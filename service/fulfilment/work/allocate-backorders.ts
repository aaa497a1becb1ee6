import { sql } from 'kysely';
import { autoworkWorkflowId } from '../../../workflows/contract/autowork.ts';
import { keepOrderState } from '../../inventory/stock/order-state.ts';
import { reserve } from '../../inventory/stock/reserve.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { recordEvent, signalEvent } from '../../platform/events/record-event.ts';
import { placePicklines } from './picklines.ts';
import { wakeWaitingDrafts } from './wake-waiting-drafts.ts';

/**
 * Reserves stock that became free for the orders that wait for it, by priority and then by time of issue. An order that is no
 * longer short gets the event `salesorder.stocked`, and its workflow continues. What is left wakes waiting drafts. The caller holds `lockStock` for the parts.
 */
export async function allocateBackorders(
  context: OperationContext,
  siteId: number,
  partIds: readonly number[],
): Promise<void> {
  await allocateToWork(context, siteId, partIds);
  await wakeWaitingDrafts(context, siteId, partIds);
}

async function allocateToWork(context: OperationContext, siteId: number, partIds: readonly number[]): Promise<void> {
  const { tx } = context;
  const { rows: waiting } = await sql<Row<'work', 'id'>>`
    -- Finds the work that is short of the parts.
    select id from work where qty_short > 0 and part_id = any(${partIds}::bigint[]) and site_id = ${siteId}`.execute(
    tx,
  );
  if (waiting.length === 0) return;
  const workIds = waiting.map((work) => work.id);
  const allocations = await reserve(tx, siteId, workIds);
  if (allocations.length === 0) return;
  await placePicklines(tx, siteId, allocations);
  const { rows: orders } = await sql<{ id: Column<'work', 'order_id'>; stocked: boolean; autoworks: number[] }>`
    -- Finds the orders that got stock, whether they are no longer short of anything, and their autoworks that wait for some lines.
    select o.id, not exists (select 1 from work w where w.order_id = o.id and w.qty_short > 0) as stocked,
      array(select a.id from autowork a where a.order_id = o.id and a.state = 'waiting' and a.line_details is not null) as autoworks
    from (select distinct order_id as id from work where id = any(${allocations.map((a) => a.work_id)}::bigint[])) o
    order by o.id`.execute(tx);
  keepOrderState(
    tx,
    orders.map(({ id }) => id),
  );
  for (const { id, stocked, autoworks } of orders) {
    // The event of the order wakes its autoworks, too.
    if (stocked) await recordEvent(context, { event: 'salesorder.stocked', id, orders: [id] });
    else for (const one of autoworks) signalEvent(context, autoworkWorkflowId(one), 'salesorder.stocked');
  }
}
