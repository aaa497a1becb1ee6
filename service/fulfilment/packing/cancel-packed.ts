import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { moveReserved } from '../../inventory/stock/move.ts';
import { movingLocation } from '../../inventory/stock/moving-location.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Column, NullableRow, Row } from '../../platform/database/row.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { packStates, shipStates } from '../../platform/states/states.ts';
import { bookWork } from '../work/book-work.ts';
import type { PackedUnits, PickedWork } from '../work/canceled-work.ts';
import { undoCalls, undoOf, undoWords } from '../work/undo.ts';
import { leaveCartons } from './leave-cartons.ts';

/** Packed units that are canceled. Units without a carton are loose units of the pack. */
interface CanceledPacked extends PackedUnits, Row<'work', 'order_id'>, NullableRow<'carton', 'location_id'> {
  readonly carton_id: Column<'carton', 'id'> | null;
  readonly finished: boolean;
}

/**
 * Takes units that are canceled out of packs: loose ones first, then those in open cartons, then those in closed ones. They are picked
 * and on no pack then. The work of finished packs is undone.
 * @param work the units that are to be canceled; `packed` of them are on packs
 * @returns the units, and the closed cartons that hold others now: their labels are for the former contents
 * @throws order.state for units that are shipped, with the deletions that make it possible
 */
export async function cancelPacked(
  context: OperationContext,
  order: LockedOrder,
  work: readonly PickedWork[],
): Promise<{ units: PackedUnits[]; changedCartons: number[] }> {
  const { tx, actor } = context;
  const wanted = work.filter(({ packed }) => Number(packed) > 0);
  if (wanted.length === 0) return { units: [], changedCartons: [] };
  const units = await unitsOfPacks(tx, wanted);
  const lacking = await firstLacking(tx, wanted, units);
  if (lacking) throw await shipped(tx, order, lacking);
  const to_location_id = await movingLocation(tx, order.site_id);
  const moves = units.flatMap(({ location_id, ...unit }) =>
    location_id === null ? [] : [{ ...unit, from_location_id: location_id, to_location_id }],
  );
  await moveReserved(tx, actor, 'given back', moves);
  await shortenPacklines(tx, units);
  const undone = units
    .filter(({ finished }) => finished)
    .map((unit): LineQuantity => ({ ...unit, qty: `-${unit.qty}` }));
  if (undone.length > 0) await bookWork(tx, 'pack', undone);
  const changedCartons = await leaveCartons(context, order.id, units);
  return { units, changedCartons };
}

async function unitsOfPacks(tx: Tx, work: readonly PickedWork[]): Promise<CanceledPacked[]> {
  const shares = allocate({
    units: {
      rows: sql`source`,
      order: sql`finished, carton_id nulls first, ship_id nulls first, pack_id, reservation_id`,
    },
    per: ['line_id', 'part_id'],
    need: sql`packed`,
  });
  const { rows } = await sql<CanceledPacked>`
    -- Allocates the canceled units to the loose units and the cartons of packs.
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(work)}::jsonb) as c(line_id bigint, part_id bigint, packed numeric)
    ), line as (
      select k.pack_id, k.order_id, k.line_id, k.part_id, sum(k.qty) as qty, c.packed, p.number, p.status_id = ${sql.lit(packStates.id.Finished)} as finished
      from wanted c join packline k on k.line_id = c.line_id and k.part_id = c.part_id join pack p on p.id = k.pack_id
      group by k.pack_id, k.order_id, k.line_id, k.part_id, c.packed, p.id
    ), inside as (
      select l.pack_id, l.line_id, l.part_id, c.id as carton_id, c.location_id, c.number, i.lot, i.serial, r.id as reservation_id, r.qty, r.closed_at
      from line l join carton c on c.pack_id = l.pack_id join inventory i on i.location_id = c.location_id and i.part_id = l.part_id
      join reservation r on r.inventory_id = i.id and r.line_id = l.line_id
    ), source as (
      select l.pack_id, l.order_id, l.line_id, l.part_id, l.finished, l.packed, null::bigint as carton_id, null::bigint as location_id, null as carton,
        null::bigint as ship_id, null as lot, null as serial, null::bigint as reservation_id,
        l.qty - coalesce((select sum(i.qty) from inside i where i.pack_id = l.pack_id and i.line_id = l.line_id and i.part_id = l.part_id), 0) as qty
      from line l
      union all
      select l.pack_id, l.order_id, l.line_id, l.part_id, l.finished, l.packed, i.carton_id, i.location_id, l.number || '-' || i.number,
        s.id, i.lot, i.serial, i.reservation_id, i.qty
      from line l join inside i using (pack_id, line_id, part_id)
      left join shipline h on h.carton_id = i.carton_id left join ship s on s.id = h.ship_id
      where i.closed_at is null and s.status_id is distinct from ${sql.lit(shipStates.id.Finished)}
    )
    select pack_id, order_id, line_id, part_id, finished, carton_id, location_id, carton, ship_id, lot, serial, share as qty
    from (${shares}) s where share > 0 order by pack_id, carton_id, reservation_id`.execute(tx);
  return rows;
}

/** Returns the first units that are on no pack, or only in cartons that are shipped. */
async function firstLacking(
  tx: Tx,
  work: readonly PickedWork[],
  units: readonly CanceledPacked[],
): Promise<PickedWork | undefined> {
  const { rows } = await sql<{ line_id: number; part_id: number }>`
    -- Finds the units that no pack gives up.
    with given as (
      select line_id, part_id, sum(qty) as qty
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(line_id bigint, part_id bigint, qty numeric) group by line_id, part_id
    )
    select c.line_id, c.part_id from jsonb_to_recordset(${JSON.stringify(work)}::jsonb) as c(line_id bigint, part_id bigint, packed numeric)
    left join given g using (line_id, part_id) where coalesce(g.qty, 0) < c.packed order by 1, 2 limit 1`.execute(tx);
  const [lacking] = rows;
  return lacking && work.find((one) => one.line_id === lacking.line_id && one.part_id === lacking.part_id);
}

/** Returns the refusal of units that are shipped, with the deletions that make it possible. */
async function shipped(
  tx: Tx,
  { id, number }: LockedOrder,
  { line_id, part_id, part, qty }: PickedWork,
): Promise<Problem> {
  const { rows } = await sql<{ id: number }>`
    -- Finds the ships with units of the line that have not left.
    select l.ship_id as id from shipline l where l.order_id = ${id} and l.pickup_id is null
    union
    select l.ship_id from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
    join shipline l on l.carton_id = c.id
    where r.line_id = ${line_id} and r.part_id = ${part_id} and r.closed_at is null order by 1 desc`.execute(tx);
  const undo =
    (await undoOf(
      tx,
      rows.map((ship) => ({ kind: 'ship', id: ship.id })),
    )) ?? [];
  const why = `Of line ${line_id} of order ${number}, ${trim(qty)} of part ${part} are to be canceled that are picked, and some of them are shipped.`;
  return problem('order.state', undo.length > 0 ? `${why} ${undoWords(undo)}, and cancel them then.` : why, {
    order_id: id,
    next: undoCalls(undo),
  });
}

async function shortenPacklines(tx: Tx, units: readonly CanceledPacked[]): Promise<void> {
  const own = sql`(
    select k.*, u.canceled from packline k join (
      select pack_id, line_id, part_id, sum(qty) as canceled
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(pack_id bigint, line_id bigint, part_id bigint, qty numeric)
      group by pack_id, line_id, part_id) u using (pack_id, line_id, part_id))`;
  await sql`
    -- Shortens the packlines, and deletes those without units.
    with share as (${allocate({
      units: { rows: own, order: sql`id desc` },
      per: ['pack_id', 'line_id', 'part_id'],
      need: sql`canceled`,
    })}
    ), deleted as (
      delete from packline k using share s where k.id = s.id and s.share = s.qty
    )
    update packline k set qty = k.qty - s.share from share s where k.id = s.id and s.share < s.qty`.execute(tx);
}
