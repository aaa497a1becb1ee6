import { type RawBuilder, sql } from 'kysely';
import type { Gs1 } from '../../lib/barcodes/read.ts';
import { foldedSql } from '../../lib/expressions/folding.ts';
import { codeReading } from '../../lib/expressions/texts/reading.ts';
import { locationType, partType } from '../platform/states/kinds.ts';
import type { Match } from './match.ts';
import type { ContextName, MatchKind } from './schema.ts';
import type { Terms } from './terms.ts';

/** Facts that decide the found records. */
export interface Search {
  readonly terms: Terms;
  readonly gs1: Gs1 | null;
  /** The list that the code is scanned for. */
  readonly context: { readonly name: ContextName; readonly id: number } | null;
  readonly siteId: number | null;
  readonly currentSiteId: number | null;
  readonly userId: number;
  /** Whether the caller may list records of the kind. */
  readonly mayRead: (kind: MatchKind) => boolean;
}

/** Records of a kind in an answer. A person cannot choose among more. */
const mostOfKind = 20;

const is = (column: string, value: RawBuilder<unknown>) => sql`${sql.raw(foldedSql(column))} = ${value}`;
const isOneOf = (column: string, values: readonly string[]) =>
  sql`${sql.raw(foldedSql(column))} = any(${values}::text[])`;
/** SQL: the barcode or tracking number is one of some codes, which have no blanks. */
const isCode = (column: string, codes: readonly string[]) => isOneOf(codeReading.sql(column), codes);

/**
 * Returns the statement that finds every record that a code can mean: each kind by its index, and only what the caller may read. All
 * kinds are always in it, so that it has one text, and PostgreSQL one plan.
 */
export function matchesStatement(search: Search): RawBuilder<Match> {
  const kinds = [parts, units, places, cartons, lists, receipts, orders, users].map((kind) => kind(search));
  return sql<Match>`
    -- Finds the records that a code can mean.
    ${sql.join(
      kinds.map((kind) => sql`(${kind})`),
      sql` union all `,
    )}`;
}

const may = (search: Search, kind: MatchKind) => sql`${search.mayRead(kind)}::boolean`;
const own = ({ terms }: Search) => sql`${terms.text}::text`;

/** Parts by their number or a form of their upc. An alias counts units of its parent. */
function parts(search: Search) {
  const { terms, gs1 } = search;
  return sql`
    -- Finds parts, with the units of the handled part that one of them is.
    select 'part' as kind, p.id, f.by, p.number as label, p.name as description, p.active,
      h.id as part_id, h.number as part, h.tracking, trim_scale(case
        when p.parttype_id = ${sql.lit(partType.alias)} then p.parent_qty * coalesce(${gs1?.qty ?? null}::numeric, 1)
        when lower(h.unit) = 'kg' then coalesce(${gs1?.weight_kg ?? null}::numeric, ${gs1?.qty ?? null}::numeric, 1)
        else coalesce(${gs1?.qty ?? null}::numeric, 1) end)::text as qty,
      ${gs1?.lot ?? null}::text as lot, ${gs1?.serial ?? null}::text as serial, ${gs1?.expires_on ?? null}::text as expires_on,
      null::jsonb as facts
    from (
      select id, min(by) as by from (
        select id, 'number' as by from part where ${is('number', own(search))}
        union all
        select id, 'upc' from part where ${isCode('upc', terms.upcs)}
      ) each group by id
    ) f join part p on p.id = f.id join part h on h.id = coalesce(p.parent_part_id, p.id)
    where ${may(search, 'part')} order by p.active desc, p.id limit ${sql.lit(mostOfKind)}`;
}

/** Units by their lot or serial number, among those that the lines of the pick or pack can take. Only there an index finds them. */
function units(search: Search) {
  const { context, terms } = search;
  const idOf = (name: ContextName) => sql`${context?.name === name ? context.id : null}::bigint`;
  return sql`
    -- Finds units of the open list by their lot or serial number.
    select 'part', p.id, f.by, p.number, p.name, p.active, p.id, p.number, p.tracking, '1', f.lot, f.serial, f.expires_on::text, null::jsonb
    from (
      select i.part_id, case when ${isOneOf('i.serial', terms.serials)} then 'serial' else 'lot' end as by, i.lot,
        case when ${isOneOf('i.serial', terms.serials)} then i.serial end as serial, min(i.expires_on) as expires_on
      from (
        select i.* from pickline l join inventory i on i.part_id = l.part_id and i.location_id = l.location_id and i.qty > 0
        where l.pick_id = ${idOf('pick_id')} and l.qty_committed = 0
        union all
        select i.* from packline l
        join reservation r on r.line_id = l.line_id and r.part_id = l.part_id and r.closed_at is null
        join inventory i on i.id = r.inventory_id
        where l.pack_id = ${idOf('pack_id')}
      ) i
      where ${isOneOf('i.serial', terms.serials)} or ${isOneOf('i.lot', terms.lots)} group by 1, 2, 3, 4
    ) f join part p on p.id = f.part_id
    where ${may(search, 'part')} order by p.id limit ${sql.lit(mostOfKind)}`;
}

/** SQL: the sites whose locations count. */
function sitesOf({ context, siteId, currentSiteId }: Search) {
  const siteOf = (table: 'pick' | 'pack' | 'ship' | 'pickup' | 'receipt') =>
    sql`(select site_id from ${sql.table(table)} where id = ${context?.name === `${table}_id` ? context.id : null}::bigint)`;
  return sql`
    -- Returns the site, or all of them for a caller without one.
    select s.id from (
      select coalesce(${siteId}::bigint, ${siteOf('pick')}, ${siteOf('pack')}, ${siteOf('ship')}, ${siteOf('pickup')},
        ${siteOf('receipt')}, ${currentSiteId}::bigint) as id) a
    join site s on a.id is null or s.id = a.id`;
}

/** SQL: locations of the site by their barcode, and locations other than cartons by their name. */
const placesBy = (search: Search) => sql`
  select l.id, min(l.by) as by from (
    select l.id, 'barcode' as by from (${sitesOf(search)}) s
    join location l on l.site_id = s.id and l.active and l.barcode is not null and ${is('l.barcode', own(search))}
    union all
    select l.id, 'name' from (${sitesOf(search)}) s
    join location l on l.site_id = s.id and ${is('l.name', own(search))} and l.locationtype_id <> ${sql.lit(locationType.carton)}
  ) l group by l.id`;

function places(search: Search) {
  return sql`
    -- Finds locations. One that is a carton is found as the carton.
    select 'location', l.id, f.by, l.name, t.name || case when l.active then '' else ', inactive' end, l.active,
      null::bigint, null, null, null, null, null, null, jsonb_build_object('storage', l.locationtype_id = ${sql.lit(locationType.storage)})
    from (${placesBy(search)}) f join location l on l.id = f.id join locationtype t on t.id = l.locationtype_id
    where ${may(search, 'location')} and l.locationtype_id <> ${sql.lit(locationType.carton)}
    order by l.active desc, l.id limit ${sql.lit(mostOfKind)}`;
}

/** Cartons by the number on Conveyor's label, the tracking number of a carrier's label, or the barcode of their location. */
function cartons(search: Search) {
  const { carton, trackingNumbers } = search.terms;
  return sql`
    -- Finds cartons, with everything that decides whether they may leave.
    select 'carton', c.id, f.by, k.number || '-' || c.number, null, true, null::bigint, null, null, null, null, null, null,
      jsonb_build_object('status', s.name, 'pack_id', k.id, 'pack', k.number, 'site_id', k.site_id,
        'carrier_id', v.id, 'carrier', v.name, 'ship_id', h.id, 'ship', h.number, 'pallet', h.number || '-' || e.number,
        'pickup_id', u.id, 'pickup', u.number, 'ready', p.id is not null and p.pickup_id is null,
        'orders', o.numbers, 'held', o.held)
    from (
      select id, min(by) as by from (
        select id, 'number' as by from carton where pack_id = ${carton?.of ?? null}::bigint and number = ${carton?.number ?? null}::int
        union all
        select id, 'tracking_number' from carton where ${isCode('tracking_number', trackingNumbers)}
        union all
        select c.id, f.by from (${placesBy(search)}) f join carton c on c.location_id = f.id
      ) each group by id
    ) f join carton c on c.id = f.id join pack k on k.id = c.pack_id join cartonstatus s on s.id = c.status_id
    left join shipline l on l.carton_id = c.id left join ship h on h.id = l.ship_id left join pallet e on e.id = c.pallet_id
    left join pickupline p on p.carton_id = c.id left join pickup u on u.id = p.pickup_id
    cross join lateral (
      select jsonb_agg(o.number order by o.id) as numbers, min(o.carrier_id) as least, max(o.carrier_id) as most,
        jsonb_agg(jsonb_build_object('order', o.number, 'reason', o.hold_reason) order by o.id) filter (where o.held_at is not null) -> 0 as held
      from salesorder o where o.id in (
        select r.order_id from inventory i join reservation r on r.inventory_id = i.id where i.location_id = c.location_id)) o
    left join carrier v on v.id = coalesce(c.carrier_id, case when o.least = o.most then o.least end)
    where ${may(search, 'carton')} order by c.id desc limit ${sql.lit(mostOfKind)}`;
}

/** Picks, packs, ships, pallets and pickups by their printed numbers. */
function lists(search: Search) {
  const { pickId, packId, shipId, pickupId, pallet } = search.terms;
  const one = (kind: 'pick' | 'pack' | 'ship', id: number | null) => sql`
    select ${sql.lit(kind)}, l.id, 'number', l.number, s.name, true, null::bigint, null, null, null, null, null, null, null::jsonb
    from ${sql.table(kind)} l join ${sql.table(`${kind}status`)} s on s.id = l.status_id
    where l.id = ${id}::bigint and ${may(search, kind)}`;
  return sql`
    -- Finds the lists of work by the ids in their numbers.
    ${one('pick', pickId)} union all ${one('pack', packId)} union all ${one('ship', shipId)}
    union all
    select 'pallet', e.id, 'number', h.number || '-' || e.number, null, true, null, null, null, null, null, null, null,
      jsonb_build_object('ship_id', h.id, 'ship', h.number)
    from pallet e join ship h on h.id = e.ship_id
    where e.ship_id = ${pallet?.of ?? null}::bigint and e.number = ${pallet?.number ?? null}::int and ${may(search, 'pallet')}
    union all
    select 'pickup', u.id, 'number', u.number, null, true, null, null, null, null, null, null, null, null
    from pickup u where u.id = ${pickupId}::bigint and ${may(search, 'pickup')}`;
}

/** Receipts by their number, or by the one of another system. */
function receipts(search: Search) {
  return sql`
    -- Finds receipts.
    select 'receipt', k.id, f.by, k.number, concat_ws(', ', s.name, k.supplier), true, null::bigint, null, null, null, null, null, null,
      null::jsonb
    from (
      select id, max(by) as by from (
        select id, 'number' as by from receipt where ${is('number', own(search))}
        union all
        select id, 'external_id' from receipt where ${is('external_id', own(search))}
      ) each group by id
    ) f join receipt k on k.id = f.id join receiptstatus s on s.id = k.status_id
    where ${may(search, 'receipt')} order by k.id desc limit ${sql.lit(mostOfKind)}`;
}

/** Orders by their number, with what decides whether they are on a list or may leave. */
function orders(search: Search) {
  return sql`
    -- Finds an order, with its lists and what is ready of it.
    select 'order', o.id, 'number', o.number, concat_ws(', ', s.name, o.ship_to_name), true, null::bigint, null, null, null, null, null, null,
      jsonb_build_object('status', s.name, 'carrier_id', o.carrier_id, 'carrier', v.name,
        'held', case when o.held_at is not null then jsonb_build_object('order', o.number, 'reason', o.hold_reason) end,
        'pick_ids', (select coalesce(jsonb_agg(distinct l.pick_id), '[]') from pickline l where l.order_id = o.id and l.pick_id is not null),
        'pack_ids', (select coalesce(jsonb_agg(distinct l.pack_id), '[]') from packline l where l.order_id = o.id),
        'ship_ids', (select coalesce(jsonb_agg(l.ship_id), '[]') from shipline l where l.order_id = o.id),
        'pickup_ids', (select coalesce(jsonb_agg(distinct p.pickup_id), '[]') from pickupline_order r join pickupline p on p.id = r.pickupline_id
          where r.order_id = o.id and p.pickup_id is not null),
        'ready', exists (select from pickupline p where p.order_id = o.id and p.pickup_id is null),
        'cartons_ready', (select count(*) from pickupline_order r join pickupline p on p.id = r.pickupline_id
          where r.order_id = o.id and p.carton_id is not null and p.pickup_id is null))
    from salesorder o join salesorderstatus s on s.id = o.status_id left join carrier v on v.id = o.carrier_id
    where ${is('o.number', own(search))} and ${may(search, 'order')}`;
}

/** People by their e-mail address, which a badge carries. Everybody finds the own one. */
function users(search: Search) {
  return sql`
    -- Finds a user.
    select 'user', a.id, 'email', coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email), a.email, a.active, null::bigint,
      null, null, null, null, null, null, null::jsonb
    from account a where ${is('a.email', own(search))} and (${may(search, 'user')} or a.id = ${search.userId}::bigint)`;
}
