import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { allocate } from './allocate.ts';
import { lowerReservations, lowerStock } from './lower-reservations.ts';
import { trim } from './quantity.ts';

/** Reserved units of an order line that are to be moved from one location to another. */
export interface ReservedMove {
  line_id: number;
  part_id: number;
  from_location_id: number;
  to_location_id: number;
  qty: string | number;
  /** Only units of this lot or with this serial number. Both null: any units that the line has reserved. */
  lot?: string | null;
  serial?: string | null;
  pickline_id?: number | null;
  pack_id?: number | null;
}

/**
 * Moves units with their reservations from one location to another: stock, reservations and ledger in one statement.
 * No location may be both a source and a target in one call.
 * @throws stock.short where a line has fewer units reserved at the source
 */
export async function moveReserved(
  tx: Tx,
  actor: Actor,
  reason: string,
  moves: readonly ReservedMove[],
): Promise<void> {
  for (let start = 0; start < moves.length; start += batchSize) {
    const short = await moveBatch(tx, actor, reason, moves.slice(start, start + batchSize));
    if (short[0]) throw shortAtSource(short[0], short);
  }
}

/** The statement joins each need with each row of units: its time grows with the square, 0.1 s for 250 and 1.1 s for 1,000. */
const batchSize = 100;

/** A move that found fewer units than it needs. */
interface ShortMove {
  line_id: number;
  part: Column<'part', 'number'>;
  location: Column<'location', 'name'>;
  qty: string;
  /** The units that are there. */
  there: string;
}

/** SQL: units that lines of `need` have reserved at their sources, by lot and serial number where the need names them. */
const reservedUnits = sql`(
  select r.id, r.order_id, r.site_id, r.line_id, r.part_id, r.qty, i.id as inventory_id, i.location_id, i.lot, i.serial, i.expires_on,
    case when p.tracked then coalesce(i.lot, '') || chr(31) || coalesce(i.serial, '') else '' end as identity
  from (select distinct line_id, part_id, location_id, identity <> '' as tracked from need) p
  join reservation r on r.line_id = p.line_id and r.part_id = p.part_id and r.closed_at is null
  -- The + 0 keeps the planner from reading all stock of the location.
  join inventory i on i.id = r.inventory_id and i.location_id + 0 = p.location_id)`;

/** SQL: which unit goes to which move. */
const shares = allocate({
  needs: { rows: sql`need`, order: sql`position` },
  units: { rows: reservedUnits, order: sql`expires_on nulls last, id` },
  per: ['line_id', 'part_id', 'location_id', 'identity'],
  columns: sql`n.position, n.to_location_id, n.pickline_id, n.pack_id, u.id, u.order_id, u.site_id, u.line_id, u.part_id, u.inventory_id,
    u.location_id, u.lot, u.serial, u.expires_on, u.qty`,
});

/**
 * Moves the units that are there, and returns the moves that are short. Nine CTEs in one statement: each pick and each pack of an order
 * runs it. A statement costs an order 0.11 ms in PostgreSQL and as much again around it (docs/measurements.md), and stock,
 * reservations and ledger would be three.
 */
async function moveBatch(tx: Tx, actor: Actor, reason: string, moves: readonly ReservedMove[]): Promise<ShortMove[]> {
  const needs = JSON.stringify(moves.map((move, position) => ({ position, ...move })));
  const { rows } = await sql<ShortMove>`
    -- Moves the units with their reservations, writes the movements, and returns what is short.
    with need as (
      select m.*, m.from_location_id as location_id, case when m.lot is null and m.serial is null then ''
        else coalesce(m.lot, '') || chr(31) || coalesce(m.serial, '') end as identity
      from jsonb_to_recordset(${needs}::jsonb) as m(position int, line_id bigint, part_id bigint, from_location_id bigint,
        to_location_id bigint, qty numeric, lot text, serial text, pickline_id bigint, pack_id bigint)
    ), share as (${shares}
    ), target as (
      insert into inventory as t (part_id, location_id, lot, serial, expires_on, qty, qty_committed)
      select part_id, to_location_id, lot, serial, min(expires_on), sum(share), sum(share)
      from share group by part_id, to_location_id, lot, serial
      on conflict (part_id, location_id, lot, serial)
        do update set qty = t.qty + excluded.qty, qty_committed = t.qty_committed + excluded.qty_committed
      returning id, part_id, location_id, lot, serial
    ), lowered as (
      select id, qty, sum(share) as share from share group by id, qty
    ), ${lowerReservations('lowered')}, ${lowerStock('share', 'leave')}, arrived as (
      insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty)
      select s.order_id, s.site_id, s.line_id, s.part_id, t.id, sum(s.share)
      from share s join target t on t.part_id = s.part_id and t.location_id = s.to_location_id
        and t.lot is not distinct from s.lot and t.serial is not distinct from s.serial
      group by s.order_id, s.site_id, s.line_id, s.part_id, t.id
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    ), ledger as (
      insert into inventorymovement (site_id, part_id, from_location_id, to_location_id, lot, serial, qty, reason, order_id, line_id,
        pickline_id, pack_id, account_id)
      select site_id, part_id, location_id, to_location_id, lot, serial, share, ${reason}::text, order_id, line_id,
        pickline_id, pack_id, ${actor.userId}::bigint
      from share
    )
    select n.line_id, p.number as part, l.name as location, n.qty, coalesce(s.share, 0) as there
    from need n
    left join (select position, sum(share) as share from share group by position) s on s.position = n.position
    join part p on p.id = n.part_id join location l on l.id = n.location_id
    where coalesce(s.share, 0) < n.qty order by n.position`.execute(tx);
  return rows;
}

function shortAtSource({ part, location, qty, there }: ShortMove, all: readonly ShortMove[]) {
  return problem(
    'stock.short',
    `The order line has only ${trim(there)} of part ${part} reserved at ${location}, and ${trim(qty)} are to be moved.`,
    { short: all.map((move) => ({ ...move, qty: Number(move.qty), there: Number(move.there) })) },
  );
}
