import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import { lockOrders, lockRecord, lockStock } from '../../inventory/stock/locks.ts';
import { movingLocation } from '../../inventory/stock/moving-location.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import { assertWhole, type CountedPart, isWhole } from '../../inventory/stock/whole-units.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { assertKnown } from '../../platform/records/known.ts';
import { partType } from '../../platform/states/kinds.ts';
import { cartonStates, packStates } from '../../platform/states/states.ts';
import type { NextCall } from '../../platform/states/transitions.ts';
import { type Misplaced, putInCartons } from '../work/parcels/one-parcel.ts';
import { assertOrUndo } from '../work/undo.ts';
import { type LockedCarton, lockCarton } from './cartons.ts';
import { looseUnits, ordersOfPack } from './pack-contents.ts';
import type { MoveItem } from './schema.ts';
import { trackedUnits } from './tracked-units.ts';

/** Units of an order line at one location of a pack. */
interface PackUnits extends LineQuantity, Partial<Row<'inventory', 'lot' | 'serial'>> {
  part: Column<'part', 'number'>;
}

/**
 * Moves units of a pack into one of its cartons: from the moving location, or from another of its cartons. `qty` moves so many
 * units of a part of an order, `move_all` moves all units that the other fields select. Units of a tracked part that expire first
 * are moved first, unless `tracking` names lots or serial numbers.
 * @returns id of the carton
 * @throws stock.short where fewer units are there; tracking.mismatch, body.invalid
 */
export const moveItem = operation('pack.moveitem', async (context, input: MoveItem & { packId: number }) => {
  const { tx } = context;
  const { packId } = input;
  await lockOrders(tx, await ordersOfPack(tx, packId));
  const pack = await lockRecord(tx, 'pack', packId);
  await assertOrUndo(tx, packStates, { move: 'fill', record: pack, owner: { kind: 'pack', id: pack.id } });
  const target = await lockCarton(tx, packId, input.add_carton_id);
  await assertKnown(tx, 'salesorder', [{ pointer: '/order_id', id: input.order_id }]);
  await assertKnown(tx, 'part', [{ pointer: '/part_id', id: input.part_id }]);
  await assertKnown(tx, 'location', [{ pointer: '/subtract_location_id', id: input.subtract_location_id }]);
  await assertOrUndo(tx, cartonStates, { move: 'fill', record: target, owner: { kind: 'pack', id: packId } });
  const moving = await movingLocation(tx, pack.site_id);
  const from = sourceOf(input, moving, target);
  const there = from === moving ? await looseUnits(tx, [packId]) : await unitsInCarton(tx, packId, from);
  const units = await unitsToMove(tx, from, there, input);
  const partIds = units.map((unit) => unit.part_id);
  await lockStock(tx, pack.site_id, partIds);
  const move = { from_location_id: from, to_location_id: target.location_id, pack_id: packId };
  const moves = units.map(({ line_id, part_id, qty, lot, serial }) => {
    return { ...move, line_id, part_id, qty, lot: lot ?? null, serial: serial ?? null };
  });
  const orderIds = [...new Set(units.map((unit) => unit.order_id))];
  const retry = retryOf(input);
  await putInCartons(context, [{ packId, goods: [{ carton_id: target.id, entering: orderIds }], moves, retry }]);
  await sql`
    -- Clears what cartonization said of the two cartons: their contents have changed.
    update carton set placements = null, refused_smaller = null, updated_at = this_second()
    where location_id in (${target.location_id}, ${from}) and placements is not null`.execute(tx);
  await recordEvent(context, {
    event: 'carton.modified',
    id: target.id,
    orders: orderIds,
    detail: { moved: units.map(({ part, qty }) => ({ part, qty: Number(qty) })), from_location_id: from },
  });
  return target.id;
});

/** Returns the call that moves the same units into another carton. It names the order, because others may have such units. */
const retryOf =
  ({ packId, ...body }: MoveItem & { packId: number }) =>
  ({ orderId, to }: Misplaced): NextCall => ({
    method: 'POST',
    path: `/pack/${packId}/moveitem`,
    body: { ...body, add_carton_id: to, order_id: orderId },
    why: `Moves the units into carton ${to}`,
  });

/** Returns the location that the units are moved from. @throws body.invalid where it is the target itself */
function sourceOf({ subtract_location_id }: MoveItem, moving: number, target: LockedCarton): number {
  const from = subtract_location_id ?? moving;
  if (from !== target.location_id) return from;
  throw problem('body.invalid', `Carton ${target.id} is at location ${from} itself: name another location.`, {
    errors: [{ pointer: '/subtract_location_id', detail: 'is the location of the carton to move into' }],
  });
}

/** Returns the units that the body selects, out of those at the source. */
async function unitsToMove(
  tx: Tx,
  from: number,
  there: readonly PackUnits[],
  input: MoveItem & { packId: number },
): Promise<PackUnits[]> {
  const { packId, order_id, part_id, qty, move_all, tracking = [] } = input;
  const ofOrder = there.filter((unit) => order_id === undefined || unit.order_id === order_id);
  const { units, perUnit } =
    part_id === undefined ? { units: ofOrder, perUnit: '1' } : await unitsOfPart(tx, ofOrder, part_id);
  if (qty === undefined && !move_all && tracking.length === 0) {
    throw problem('body.invalid', 'The quantity is missing: send qty, or move_all=1 for all units.', {
      errors: [{ pointer: '/qty', detail: 'is required without move_all' }],
    });
  }
  if (units.length === 0) throw await nothingThere(tx, packId, from, part_id ?? null);
  if (tracking.length > 0) return trackedUnits(tx, from, units, tracking, qty);
  return move_all || qty === undefined ? units : allocateQty(tx, units, qty, perUnit);
}

/** Returns the problem that nothing can be moved: no such units are there, or the part is a kit that is packed as its components. */
async function nothingThere(tx: Tx, packId: number, from: number, partId: number | null): Promise<Problem> {
  const { rows } = await sql<{ location: string | null; kit: string | null }>`
    select (select name from location where id = ${from}) as location,
      (select number from part where id = ${partId}::bigint and parttype_id = ${sql.lit(partType.kit)}) as kit`.execute(
    tx,
  );
  const { location, kit } = firstOf(rows);
  const why =
    kit === null
      ? `No such units are left at ${location ?? `location ${from}`} for pack ${packId}. GET /pack/${packId}?embed=lines,cartons.contents lists what is where.`
      : `Part ${kit} is a kit: it is packed as its components. Name one of them in part_id, or none with move_all=1.`;
  return problem('stock.short', why, { location_id: from });
}

/** Returns the units of a part. An alias stands for units of its parent: `perUnit` of them for each. */
async function unitsOfPart(
  tx: Tx,
  units: readonly PackUnits[],
  partId: number,
): Promise<{ units: PackUnits[]; perUnit: string }> {
  const same = units.filter((unit) => unit.part_id === partId);
  if (same.length > 0) return { units: same, perUnit: '1' };
  const { rows } = await sql<Row<'part', 'parent_qty'> & { id: NonNullable<Column<'part', 'parent_part_id'>> }>`
    select parent_part_id as id, parent_qty from part where id = ${partId} and parttype_id = ${sql.lit(partType.alias)}`.execute(
    tx,
  );
  const [parent] = rows;
  return { units: units.filter((unit) => unit.part_id === parent?.id), perUnit: parent?.parent_qty ?? '1' };
}

/** Returns the contents of a carton of the pack, by its location. */
async function unitsInCarton(tx: Tx, packId: number, locationId: number): Promise<PackUnits[]> {
  const { rows } = await sql<PackUnits>`
    -- Adds up the units in the carton by line and part.
    select r.order_id, r.line_id, r.part_id, p.number as part, sum(r.qty) as qty
    from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null join part p on p.id = r.part_id
    where c.pack_id = ${packId} and c.location_id = ${locationId}
    group by r.order_id, r.line_id, r.part_id, p.number order by r.line_id, r.part_id`.execute(tx);
  return rows;
}

/**
 * Allocates a quantity to the units of lines, in the order of the lines.
 * @param perUnit units of the part for each unit of the quantity
 * @throws stock.short where fewer units are there; body.invalid where a unit would be divided that cannot be
 */
async function allocateQty(tx: Tx, units: readonly PackUnits[], qty: string, perUnit: string): Promise<PackUnits[]> {
  const rowsOf = sql`(
    select u.*, sum(qty) over () as there
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(order_id bigint, line_id bigint, part_id bigint, part text, qty numeric))`;
  const { rows } = await sql<PackUnits & CountedPart & { wanted: string; short: boolean; there: string }>`
    -- Allocates the quantity to the units, with what is needed and what is there.
    select s.order_id, s.line_id, s.part_id, s.part, s.share as qty, p.unit, ${sql.raw(isWhole)} as whole,
      s.need as wanted, s.there, s.there < s.need as short
    from (${allocate({
      units: { rows: rowsOf, order: sql`line_id, part_id` },
      need: sql`${qty}::numeric * ${perUnit}::numeric`,
    })}) s join part p on p.id = s.part_id`.execute(tx);
  const [first] = rows;
  if (first?.short) {
    throw problem('stock.short', `Only ${trim(first.there)} units are there; ${trim(first.wanted)} are to be moved.`);
  }
  for (const row of rows) assertWhole(row.qty, row, '/qty');
  return rows;
}
