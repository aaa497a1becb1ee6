import { sql } from 'kysely';
import { allocateBackorders } from '../fulfilment/work/allocate-backorders.ts';
import { writeOffPicklines } from '../fulfilment/work/write-off-picklines.ts';
import { lockOrders, lockStock } from '../platform/database/locks.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { adjustmentsOf } from './adjustments.ts';
import { ordersAt, placeOf } from './place.ts';
import type { AdjustmentBody } from './schema.ts';
import { type Adjustment, adjust } from './stock/adjust.ts';
import { type Lost, lose } from './stock/write-off.ts';

/**
 * Puts stock in or takes it out (`POST /inventoryadjustment`). What comes in goes first to the orders that wait for it. What is
 * committed to orders is taken out only `from_orders`: they lose their places, and get other stock or wait for some.
 * @returns id of the movement; of the last one where there were several
 */
export const adjustInventory = operation('inventory.adjust', async (context, body: AdjustmentBody): Promise<number> => {
  const { tx, actor } = context;
  const place = await placeOf(tx, body.part_id, body.location_id);
  const adjustments = adjustmentsOf(place, body);
  const out = body.qty.startsWith('-');
  const orderIds = out && body.from_orders ? await ordersAt(tx, body.part_id, body.location_id) : [];
  await lockOrders(tx, orderIds);
  await lockStock(tx, place.site_id, [body.part_id]);
  const lost: Lost[] = [];
  let movement: number | null = null;
  for (const adjustment of adjustments) {
    const { free, over } = orderIds.length > 0 ? await split(tx, adjustment) : { free: adjustment.qty, over: null };
    if (over !== null) lost.push(...(await writeOffTo(context, adjustment, over, orderIds)));
    if (free !== null) movement = await adjust(tx, actor, { ...adjustment, qty: free });
  }
  movement ??= await lastMovement(tx, body.part_id);
  const orders = [...new Set(lost.map((line) => line.order_id))];
  await recordEvent(context, {
    event: 'inventory.adjusted',
    id: movement,
    orders,
    detail: { part: place.part, location: place.location, qty: body.qty, reason: body.reason ?? 'adjustment' },
  });
  if (!out || lost.length > 0) await allocateBackorders(context, place.site_id, [body.part_id]);
  return movement;
});

/** What goes out of what is free, as an adjustment of its own, and how much of it is over that, reserved for orders. */
async function split(tx: Tx, a: Adjustment): Promise<{ free: string | null; over: string | null }> {
  const { rows } = await sql<{ free: string | null; over: string | null }>`
    select nullif(-least(free, asked), 0) as free, nullif(greatest(asked - free, 0), 0) as over
    from (
      select -(${a.qty}::numeric) as asked, coalesce(sum(qty - qty_committed), 0) as free from inventory
      where part_id = ${a.part_id} and location_id = ${a.location_id} and lot is not distinct from ${a.lot ?? null}::text
        and serial is not distinct from ${a.serial ?? null}::text) stock`.execute(tx);
  return rows[0]!;
}

/** @throws stock.short where less than that is there at all, or orders came that are not locked */
async function writeOffTo(
  { tx, actor }: OperationContext,
  { part_id, location_id, lot = null, serial = null, reason }: Adjustment,
  qty: string,
  orderIds: readonly number[],
): Promise<Lost[]> {
  const lost = await lose(tx, actor, { part_id, location_id, qty, reason, tracked: { lot, serial }, orderIds });
  const { rows } = await sql<{ enough: boolean }>`
    select coalesce(sum(q), 0) = ${qty}::numeric as enough from unnest(${lost.map((line) => line.qty)}::numeric[]) q`.execute(
    tx,
  );
  if (!rows[0]!.enough) throw problem('stock.short', 'Not that much is there, or it was reserved for others just now.');
  await writeOffPicklines(tx, location_id, lost);
  return lost;
}

async function lastMovement(tx: Tx, partId: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from inventorymovement where part_id = ${partId} order by id desc limit 1`.execute(tx);
  return Number(rows[0]!.id);
}
