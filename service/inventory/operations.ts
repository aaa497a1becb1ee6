import { sql } from 'kysely';
import { allocateBackorders } from '../fulfilment/work/allocate-backorders.ts';
import { notingEndedCounts } from '../fulfilment/work/put-back/note.ts';
import { writeOffPicklines } from '../fulfilment/work/write-off-picklines.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstOf } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { adjustmentsOf } from './adjustments.ts';
import { ordersAt, placeOf } from './place.ts';
import type { AdjustmentBody } from './schema.ts';
import { type Adjustment, adjust } from './stock/adjust.ts';
import type { LineQuantity } from './stock/line-detail.ts';
import { lockOrders, lockStock } from './stock/locks.ts';
import { trim } from './stock/quantity.ts';
import { asStocked } from './stock/tracking.ts';
import { whereThePartIs } from './stock/where-the-part-is.ts';
import { writeOff } from './stock/write-off.ts';

/**
 * Puts units in or takes them out (`POST /inventoryadjustment`). Units that come in go first to the orders that wait for them.
 * Units that are committed to orders are taken out only with `from_orders`: those orders get other stock, or wait for some.
 * @returns the ids of all movements, one for each lot or serial number, and of the last one
 * @throws stock.short where fewer units can be taken out
 */
export const adjustInventory = operation('inventory.adjust', async (context, body: AdjustmentBody) => {
  const { tx } = context;
  const place = await placeOf(tx, body.part_id, body.location_id);
  const named = adjustmentsOf(place, body);
  const out = body.qty.startsWith('-');
  const orderIds = out && body.from_orders ? await ordersAt(tx, body.part_id, body.location_id) : [];
  await lockOrders(tx, orderIds);
  await lockStock(tx, place.site_id, [body.part_id]);
  const adjustments = await asStocked(tx, body.part_id, named);
  const apply = () => applyAdjustments(context, adjustments, orderIds);
  const ended = { partIds: [body.part_id], why: 'writeoff' } as const;
  const { movements, writtenOff } = await (out ? notingEndedCounts(context, ended, apply) : apply());
  const last = firstOf(movements.slice(-1));
  await recordEvent(context, {
    event: 'inventory.adjusted',
    id: last,
    orders: [...new Set(writtenOff.map((line) => line.order_id))],
    detail: { part: place.part, location: place.location, qty: Number(body.qty), reason: body.reason ?? 'adjustment' },
  });
  if (!out || writtenOff.length > 0) await allocateBackorders(context, place.site_id, [body.part_id]);
  return { last, movements };
});

/**
 * Applies adjustments to stock and ledger.
 * @param orderIds the orders whose reserved units may be taken out; their rows are locked
 * @returns the ids of the movements, and the reserved units that were written off
 */
export async function applyAdjustments(
  context: OperationContext,
  adjustments: readonly Adjustment[],
  orderIds: readonly number[],
) {
  const { tx, actor } = context;
  const writtenOff: LineQuantity[] = [];
  const movements: number[] = [];
  for (const adjustment of adjustments) {
    const { free, reserved } =
      orderIds.length > 0 ? await splitByReservation(tx, adjustment) : { free: adjustment.qty, reserved: null };
    if (reserved !== null) {
      writtenOff.push(...(await writeOffReserved(context, adjustment, reserved, orderIds)));
      movements.push(await lastMovement(tx, adjustment));
    }
    if (free !== null) movements.push(await adjust(tx, actor, { ...adjustment, qty: free }));
  }
  return { movements, writtenOff };
}

interface SplitQuantity {
  /** Units to take out of the free ones, as a quantity below zero; null for none. */
  free: string | null;
  /** Units to take out of those that orders have reserved; null for none. */
  reserved: string | null;
}

/** Splits an adjustment below zero: free units go first, then reserved ones. */
async function splitByReservation(tx: Tx, adjustment: Adjustment): Promise<SplitQuantity> {
  const { qty, part_id, location_id, lot = null, serial = null } = adjustment;
  const { rows } = await sql<SplitQuantity>`
    -- Splits the quantity into free units and reserved ones.
    select nullif(-least(free, wanted), 0) as free, nullif(greatest(wanted - free, 0), 0) as reserved
    from (
      select -(${qty}::numeric) as wanted, coalesce(sum(qty - qty_committed), 0) as free from inventory
      where part_id = ${part_id} and location_id = ${location_id} and lot is not distinct from ${lot}::text
        and serial is not distinct from ${serial}::text) stock`.execute(tx);
  return firstOf(rows);
}

/**
 * Writes off units that the orders have reserved, and shortens their picklines.
 * @throws stock.short where fewer units are there, or orders that are not locked have reserved them meanwhile
 */
async function writeOffReserved(
  { tx, actor }: OperationContext,
  { part_id, location_id, lot = null, serial = null, reason }: Adjustment,
  qty: string,
  orderIds: readonly number[],
): Promise<LineQuantity[]> {
  const lines = await writeOff(tx, actor, { part_id, location_id, qty, reason, tracked: { lot, serial }, orderIds });
  const { rows: enough } = await sql`
    select from (select coalesce(sum(q), 0) as sum from unnest(${lines.map((line) => line.qty)}::numeric[]) q) s
    where s.sum = ${qty}::numeric`.execute(tx);
  if (enough.length === 0) {
    throw problem(
      'stock.short',
      `Fewer than ${trim(qty)} units are reserved there, or other orders have reserved them just now. GET /inventory?part_id=${part_id} lists where the part is.`,
      { part_id, location_id, next: [whereThePartIs(part_id)] },
    );
  }
  await writeOffPicklines(tx, location_id, lines);
  return lines;
}

/** Returns the id of the last movement of the adjusted part. */
async function lastMovement(tx: Tx, { part_id }: Adjustment): Promise<number> {
  const { rows } = await sql<Row<'inventorymovement', 'id'>>`
    select id from inventorymovement where part_id = ${part_id} order by id desc limit 1`.execute(tx);
  return firstOf(rows).id;
}
