import { sql } from 'kysely';
import { type Carry, carry } from '../../inventory/stock/move.ts';
import { movingLocation } from '../../inventory/stock/moving-location.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import { type Counted, demandWhole, isWhole } from '../../inventory/stock/whole-units.ts';
import { lockOrders, lockRecord, lockStock } from '../../platform/database/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { partType } from '../../platform/states/kinds.ts';
import { lockCarton } from './cartons.ts';
import { looseUnits } from './loose.ts';
import { ordersOfPack } from './orders-of-pack.ts';
import type { MoveItem } from './schema.ts';
import { cartonStates, packStates } from './states.ts';
import { trackedUnits } from './tracked-units.ts';

interface Share {
  order_id: number;
  line_id: number;
  part_id: number;
  part: string;
  qty: string;
  lot?: string | null;
  serial?: string | null;
}

/**
 * Moves units of a pack into one of its cartons: from the moving location, or out of another of its cartons (spec 4.4).
 * `qty` of a part of an order, or with `move_all` everything that the other fields leave. Of tracked parts what expires first
 * goes first, unless `tracking` says which lots or serial numbers.
 * @returns id of the carton
 */
export const moveItem = operation('pack.moveitem', async (context, input: MoveItem & { packId: number }) => {
  const { tx, actor } = context;
  const { packId } = input;
  await lockOrders(tx, await ordersOfPack(tx, packId));
  const pack = await lockRecord(tx, 'pack', packId);
  packStates.demand('fill', pack);
  const target = await lockCarton(tx, packId, input.add_carton_id);
  cartonStates.demand('fill', target);

  const moving = await movingLocation(tx, pack.site_id);
  const from = input.subtract_location_id ?? moving;
  if (from === target.location_id) {
    throw problem('body.invalid', `Carton ${target.id} is at location ${from} itself: say from where to move.`, {
      errors: [{ pointer: '/subtract_location_id', detail: 'is the location of the carton to move into' }],
    });
  }
  const there = from === moving ? await looseUnits(tx, [packId]) : await unitsInCarton(tx, packId, from);
  const ofOrder = there.filter((unit) => input.order_id === undefined || unit.order_id === input.order_id);
  const named = input.part_id === undefined ? null : await ofPart(tx, ofOrder, input.part_id);
  const chosen = named?.units ?? ofOrder;
  const tracking = input.tracking?.length ? input.tracking : null;
  if (input.qty === undefined && !input.move_all && tracking === null) {
    throw problem('body.invalid', 'Say how much: qty, or move_all=1 for everything.', {
      errors: [{ pointer: '/qty', detail: 'is required without move_all' }],
    });
  }
  if (chosen.length === 0) throw await nothingThere(tx, packId, from, input.part_id ?? null);
  const carries: Share[] = tracking
    ? await trackedUnits(tx, from, chosen, tracking, input.qty)
    : input.move_all
      ? chosen
      : await share(tx, chosen, input.qty!, named?.perUnit ?? '1');
  await lockStock(
    tx,
    pack.site_id,
    carries.map((unit) => unit.part_id),
  );
  await carry(
    tx,
    actor,
    'pack',
    carries.map(
      ({ line_id, part_id, qty, lot, serial }): Carry => ({
        line_id,
        part_id,
        qty,
        lot: lot ?? null,
        serial: serial ?? null,
        from_location_id: from,
        to_location_id: target.location_id,
        pack_id: packId,
      }),
    ),
  );
  // Where things lie is no longer as it was worked out.
  await sql`
    update carton set placements = null, refused_smaller = null, updated_at = now()
    where location_id in (${target.location_id}, ${from}) and placements is not null`.execute(tx);
  await recordEvent(context, {
    event: 'carton.modified',
    id: target.id,
    orders: [...new Set(carries.map((unit) => unit.order_id))],
    detail: { moved: carries.map(({ part, qty }) => ({ part, qty })), from_location_id: from },
  });
  return target.id;
});

/** Why nothing can be moved: the place has nothing of it, or people ask for a kit and have its components before them. */
async function nothingThere(tx: Tx, packId: number, from: number, partId: number | null): Promise<Problem> {
  const { rows } = await sql<{ location: string | null; kit: string | null }>`
    select (select name from location where id = ${from}) as location,
      (select number from part where id = ${partId}::int and parttype_id = ${sql.lit(partType.kit)}) as kit`.execute(
    tx,
  );
  const { location, kit } = rows[0]!;
  const why =
    kit === null
      ? `Nothing of that is left at ${location ?? `location ${from}`} for pack ${packId}. GET /pack/${packId}?embed=lines,cartons.contents says what is where.`
      : `Part ${kit} is a kit: it is packed as its components. Name one of them in part_id, or none with move_all=1.`;
  return problem('stock.short', why, { location_id: from });
}

/** Units of a part, or those that were picked for it: an alias is picked as its parent, so many units for each of it. */
async function ofPart(tx: Tx, units: readonly Share[], partId: number): Promise<{ units: Share[]; perUnit: string }> {
  const same = units.filter((unit) => unit.part_id === partId);
  if (same.length > 0) return { units: same, perUnit: '1' };
  const { rows } = await sql<{ id: number; parent_qty: string }>`
    select parent_part_id as id, parent_qty from part where id = ${partId} and parttype_id = ${sql.lit(partType.alias)}`.execute(
    tx,
  );
  return { units: units.filter((unit) => unit.part_id === rows[0]?.id), perUnit: rows[0]?.parent_qty ?? '1' };
}

/** What a carton of the pack holds, by its location. */
async function unitsInCarton(tx: Tx, packId: number, locationId: number): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select r.order_id, r.line_id, r.part_id, p.number as part, sum(r.qty) as qty
    from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null join part p on p.id = r.part_id
    where c.pack_id = ${packId} and c.location_id = ${locationId}
    group by r.order_id, r.line_id, r.part_id, p.number order by r.line_id, r.part_id`.execute(tx);
  return rows;
}

/**
 * Shares a quantity out over lines in their order.
 * @param perUnit units of the part for one that is asked for
 */
async function share(tx: Tx, units: readonly Share[], qty: string, perUnit: string): Promise<Share[]> {
  const asked = sql`${qty}::numeric * ${perUnit}::numeric`;
  const { rows } = await sql<Share & Counted & { asked: string; there: string | null }>`
    with have as (
      select u.*, sum(qty) over (order by line_id, part_id) as upto, sum(qty) over () as there
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(order_id int, line_id int, part_id int, part text, qty numeric)
    )
    select order_id, line_id, part_id, part, least(have.qty, ${asked} - (upto - have.qty)) as qty, p.unit, ${sql.raw(isWhole)} as whole,
      ${asked} as asked, case when there < ${asked} then there end as there
    from have join part p on p.id = part_id where upto - have.qty < ${asked}`.execute(tx);
  const [first] = rows;
  if (first?.there)
    throw problem('stock.short', `Only ${trim(first.there)} are there; ${trim(first.asked)} were asked for.`);
  for (const row of rows) demandWhole(row.qty, row, '/qty');
  return rows;
}
