import { type RawBuilder, sql } from 'kysely';
import type { Tolerance } from '../../config/receiving.ts';
import { foldedSql } from '../../lib/expressions/folding.ts';
import type { Context, ContextOf } from './context.ts';
import type { Match } from './match.ts';
import type { ContextName } from './schema.ts';

/** The part of the context that is read: the data about the scanned records. */
export interface Scanned {
  readonly id: number;
  readonly matches: readonly Match[];
  /** The units that a receipt may have beyond the expected ones. */
  readonly tolerance: Tolerance;
}

const idsOf = (matches: readonly Match[], kind: 'part' | 'location') =>
  matches.flatMap((match) => (match.kind !== kind ? [] : [kind === 'part' ? (match.part_id ?? match.id) : match.id]));

/** Parts at their places, or parts of a pack. The statement sends no more, and the sentence names the first ones. */
const mostLines = 50;

/**
 * SQL: the units of the pickline `l` that are neither committed nor counted. Those that are counted are in
 * somebody's hands.
 */
const openUnits = sql`case when l.qty_committed > 0 then 0
  else l.qty - (select coalesce(sum(c.qty), 0) from picklinecount c where c.pickline_id = l.id) end`;

/** Returns the statement of a pick: its next line in walking order, and the scanned parts and places with the units of all orders. */
function pickStatement({ id, matches }: Scanned): RawBuilder<ContextOf<'pick'>> {
  // Several matches of a part may have several units: a lot that looks like GS1 is read in two ways.
  const units = matches.flatMap(({ part_id, tracking, lot, serial }) =>
    (tracking === 'serial' ? serial : lot) === null ? [] : [{ part_id, lot, serial }],
  );
  const there = sql`(select coalesce(jsonb_agg(u.unit), '[]') from (
      select part_id, case q.tracking when 'lot' then lot when 'serial' then serial end as unit
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as m(part_id bigint, lot text, serial text)) u
    where u.part_id = l.part_id and u.unit is not null and exists (
      select from inventory i where i.part_id = l.part_id and i.location_id = l.location_id and i.qty > 0
        and ${sql.raw(foldedSql(`case q.tracking when 'lot' then i.lot else i.serial end`))} = ${sql.raw(foldedSql('u.unit'))}))`;
  return sql<ContextOf<'pick'>>`
    -- Reads the pick with its next line in walking order, and the lines of the scanned parts and locations.
    select 'pick' as kind, k.id, k.number, s.name as status, zone_of_site(k.site_id) as time_zone,
      (select jsonb_build_object('part_id', l.part_id, 'part', q.number, 'location_id', l.location_id, 'location', l.name,
          'qty', trim_scale(l.open)::text, 'committed', false, 'there', '[]'::jsonb)
        from (
          select l.*, o.name, ${openUnits} as open from pickline l left join location o on o.id = l.location_id
          where l.pick_id = k.id and ${openUnits} > 0 order by o.name collate natural_order, l.id limit 1) l
        join part q on q.id = l.part_id) as next,
      (select coalesce(jsonb_agg(line), '[]') from (
        select jsonb_build_object('part_id', l.part_id, 'part', q.number, 'location_id', l.location_id, 'location', o.name,
          'qty', trim_scale(l.qty)::text, 'committed', l.committed, 'there', ${there}) as line
        from (
          select part_id, location_id, open = 0 as committed, sum(case when open = 0 then qty else open end) as qty
          from (select l.*, ${openUnits} as open from pickline l where l.pick_id = k.id
            and (l.part_id = any(${idsOf(matches, 'part')}::bigint[]) or l.location_id = any(${idsOf(matches, 'location')}::bigint[]))) l
          group by 1, 2, 3) l
        join part q on q.id = l.part_id left join location o on o.id = l.location_id
        order by l.committed, o.name collate natural_order, l.part_id limit ${sql.lit(mostLines)}) l) as lines
    from pick k join pickstatus s on s.id = k.status_id where k.id = ${id}`;
}

/** Returns the statement of a pack: the scanned parts and those with loose units, by the order of the lines. */
function packStatement({ id, matches }: Scanned): RawBuilder<ContextOf<'pack'>> {
  return sql<ContextOf<'pack'>>`
    -- Reads the pack with its parts, less the contents of its cartons.
    with wanted as (
      select part_id, sum(qty) as qty, min(id) as first from packline where pack_id = ${id} group by part_id
    ), packed as (
      select r.part_id, sum(r.qty) as qty
      from carton c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where c.pack_id = ${id} group by r.part_id
    ), part_of_pack as (
      select w.part_id, w.qty, w.first, w.qty - coalesce(p.qty, 0) as loose from wanted w left join packed p on p.part_id = w.part_id
    )
    select 'pack' as kind, k.id, k.number, s.name as status, zone_of_site(k.site_id) as time_zone, (
      select coalesce(jsonb_agg(jsonb_build_object('part_id', l.part_id, 'part', q.number, 'qty', trim_scale(l.qty)::text,
        'loose', trim_scale(l.loose)::text) order by l.scanned desc, l.first), '[]')
      from (
        select *, part_id = any(${idsOf(matches, 'part')}::bigint[]) as scanned from part_of_pack
        where loose > 0 or part_id = any(${idsOf(matches, 'part')}::bigint[]) order by scanned desc, first limit ${sql.lit(mostLines)}) l
      join part q on q.id = l.part_id) as parts
    from pack k join packstatus s on s.id = k.status_id where k.id = ${id}`;
}

const shipStatement = ({ id }: Scanned): RawBuilder<ContextOf<'ship'>> => sql<ContextOf<'ship'>>`
  -- Reads the ship with the carriers of its cartons and orders.
  select 'ship' as kind, h.id, h.number, s.name as status, (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name) order by v.name), '[]') from carrier v where v.id in (
      select coalesce(c.carrier_id, o.carrier_id) from shipline l left join carton c on c.id = l.carton_id
      left join inventory i on i.location_id = c.location_id left join reservation r on r.inventory_id = i.id
      left join salesorder o on o.id = coalesce(l.order_id, r.order_id) where l.ship_id = h.id)) as carriers
  from ship h join shipstatus s on s.id = h.status_id where h.id = ${id}`;

const pickupStatement = ({ id }: Scanned): RawBuilder<ContextOf<'pickup'>> => sql<ContextOf<'pickup'>>`
  -- Reads the pickup.
  select 'pickup' as kind, u.id, u.number, null as status from pickup u where u.id = ${id}`;

const carrierStatement = ({ id }: Scanned): RawBuilder<ContextOf<'carrier'>> => sql<ContextOf<'carrier'>>`
  -- Reads the carrier.
  select 'carrier' as kind, v.id, v.name as number, null as status from carrier v where v.id = ${id}`;

/** Returns the statement of a receipt: its scanned and its open parts. Units beyond the expected ones go to the last line. */
function receiptStatement({ id, matches, tolerance: { units, percent } }: Scanned): RawBuilder<ContextOf<'receipt'>> {
  return sql<ContextOf<'receipt'>>`
    -- Reads the receipt with its parts.
    with line as (
      select l.part_id, l.id, l.qty is not null as expected, greatest(coalesce(l.qty, 0) - l.qty_received, 0) as open,
        greatest(l.qty - greatest(l.qty, l.qty_received) + case when k.order_id is null
          then greatest(${units}::numeric, l.qty * ${percent}::numeric / 100) else 0 end, 0) as over
      from receipt k join receiptline l on l.receipt_id = k.id where k.id = ${id}
    ), part_of_receipt as (
      select part_id, min(id) as first, sum(open) as open,
        case when (array_agg(expected order by id desc))[1] then sum(open) + (array_agg(over order by id desc))[1] end as most,
        part_id = any(${idsOf(matches, 'part')}::bigint[]) as scanned
      from line group by part_id
    )
    select 'receipt' as kind, k.id, k.number, s.name as status, zone_of_site(k.site_id) as time_zone,
      not exists (select from line where expected) as blind, (
      select coalesce(jsonb_agg(jsonb_build_object('part_id', l.part_id, 'part', q.number, 'open', trim_scale(l.open)::text,
        'most', trim_scale(l.most)::text) order by l.scanned desc, l.first), '[]')
      from (select * from part_of_receipt where open > 0 or scanned order by scanned desc, first limit ${sql.lit(mostLines)}) l
      join part q on q.id = l.part_id) as parts
    from receipt k join receiptstatus s on s.id = k.status_id where k.id = ${id}`;
}

/** The statement of each context. It has one row, or none for an unknown record. */
export const contextStatements: Readonly<Record<ContextName, (scanned: Scanned) => RawBuilder<Context>>> = {
  pick_id: pickStatement,
  pack_id: packStatement,
  ship_id: shipStatement,
  pickup_id: pickupStatement,
  carrier_id: carrierStatement,
  receipt_id: receiptStatement,
};
