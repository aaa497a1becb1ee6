import { type RawBuilder, sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { allocate } from './allocate.ts';
import type { LineQuantity } from './line-detail.ts';
import { lowerReservations, lowerStock } from './lower-reservations.ts';
import { moveReserved, type ReservedMove } from './move.ts';

/** SQL: the units of orders at moving locations and in cartons, each with the location that it was picked from. */
export const outsideOfStorage = (orderIds: readonly number[]): RawBuilder<unknown> => sql`
    select r.id, r.order_id, r.line_id, r.part_id, i.location_id as from_location_id, home.location_id as to_location_id, r.qty, i.lot, i.serial
    from reservation r
    join inventory i on i.id = r.inventory_id
    join location l on l.id = i.location_id and l.locationtype_id <> ${sql.lit(locationType.storage)}
    cross join lateral (
      select m.from_location_id as location_id from inventorymovement m join location s on s.id = m.from_location_id
      -- An adjustment may carry the reason 'pick' too. Only a movement of a pickline is a pick.
      where m.reason = 'pick' and m.pickline_id is not null and m.order_id = r.order_id and m.line_id = r.line_id and m.part_id = r.part_id and s.locationtype_id = ${sql.lit(locationType.storage)}
      order by m.lot is not distinct from i.lot and m.serial is not distinct from i.serial desc, m.id desc limit 1) home
    where r.order_id = any(${orderIds}::bigint[]) and r.closed_at is null`;

/**
 * Moves units that orders hold at moving locations or in cartons back to where they were picked from. They stay reserved for
 * their lines; `release` frees them.
 * @param lineIds only units of these lines; null for all lines of the orders
 */
export async function putBack(
  tx: Tx,
  actor: Actor,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<void> {
  const { rows } = await sql<ReservedMove>`
    -- Finds the units outside of storage, and the locations that they were picked from.
    select line_id, part_id, from_location_id, to_location_id, qty, lot, serial from (${outsideOfStorage(orderIds)}) o
    where ${lineIds}::bigint[] is null or line_id = any(${lineIds}::bigint[])
    order by id`.execute(tx);
  await moveReserved(tx, actor, 'given back', rows);
}

/** SQL: the reservation `r` of units `i` at the location `l` is in storage and belongs to one of the orders. */
const inStorageOf = (orderIds: readonly number[]) => sql`r.order_id = any(${orderIds}::bigint[]) and r.closed_at is null
  and i.id = r.inventory_id and l.id = i.location_id and l.locationtype_id = ${sql.lit(locationType.storage)}`;

/**
 * Ends reservations of orders in storage: the units are free for other orders.
 * @param lineIds only reservations of these lines; null for all lines of the orders
 */
export async function release(
  tx: Tx,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<void> {
  await sql`
    -- Deletes the reservations in storage, and frees their units.
    with share as (
      delete from reservation r using inventory i, location l
      where ${inStorageOf(orderIds)} and (${lineIds}::bigint[] is null or r.line_id = any(${lineIds}::bigint[]))
      returning r.inventory_id, r.qty as share
    ), ${lowerStock('share', 'stay')}
    select from share`.execute(tx);
}

/** Units that an order line has reserved at a location, of a lot or serial number where one is named. */
export interface ReservedUnits extends Pick<LineQuantity, 'line_id' | 'part_id'> {
  readonly location_id: number;
  readonly qty: string;
  readonly lot?: string | null;
  readonly serial?: string | null;
}

/**
 * Ends the reservations of some units of lines in storage: the units are free for other orders. Units that expire last go first. The
 * caller holds `lockStock` for their parts.
 */
export async function releaseUnits(tx: Tx, units: readonly ReservedUnits[]): Promise<void> {
  if (units.length === 0) return;
  const needs = JSON.stringify(units.map((unit, position) => ({ position, ...unit })));
  const reserved = sql`(
    select r.id, r.line_id, r.part_id, r.qty, i.id as inventory_id, i.location_id, i.expires_on,
      case when p.tracked then coalesce(i.lot, '') || chr(31) || coalesce(i.serial, '') else '' end as identity
    from (select distinct line_id, part_id, location_id, identity <> '' as tracked from need) p
    join reservation r on r.line_id = p.line_id and r.part_id = p.part_id and r.closed_at is null
    -- The + 0 keeps the planner from reading all stock of the location.
    join inventory i on i.id = r.inventory_id and i.location_id + 0 = p.location_id)`;
  await sql`
    -- Lowers the reservations of the units, and frees the units.
    with need as (
      select n.*, case when n.lot is null and n.serial is null then '' else coalesce(n.lot, '') || chr(31) || coalesce(n.serial, '') end as identity
      from jsonb_to_recordset(${needs}::jsonb) as n(position int, line_id bigint, part_id bigint, location_id bigint, qty numeric, lot text, serial text)
    ), part_share as (${allocate({
      needs: { rows: sql`need`, order: sql`position` },
      units: { rows: reserved, order: sql`expires_on desc nulls first, id desc` },
      per: ['line_id', 'part_id', 'location_id', 'identity'],
      columns: sql`u.id, u.qty, u.inventory_id`,
    })}
    ), share as (
      select id, qty, inventory_id, sum(share) as share from part_share group by id, qty, inventory_id
    ), ${lowerReservations('share')}, ${lowerStock('share', 'stay')}
    select from share`.execute(tx);
}

/** Expired units that an order line has reserved at one location. */
export type ExpiredUnits = LineQuantity & Row<'inventory', 'location_id'>;

/** Returns the expired units that orders have reserved in storage. */
export async function expiredUnits(tx: Tx, orderIds: readonly number[]): Promise<ExpiredUnits[]> {
  const { rows } = await sql<ExpiredUnits>`
    -- Adds up the expired reserved units by line, part and location.
    select r.order_id, r.line_id, r.part_id, i.location_id, sum(r.qty) as qty
    from reservation r, inventory i, location l
    where ${inStorageOf(orderIds)} and not ${sql.raw(isGood)}
    group by r.order_id, r.line_id, r.part_id, i.location_id order by r.line_id, r.part_id, i.location_id`.execute(tx);
  return rows;
}

/** Ends the reservations of `expiredUnits`. The caller holds `lockStock` for their parts. */
export async function releaseExpired(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`
    -- Deletes the reservations of expired units, and frees the units.
    with share as (
      delete from reservation r using inventory i, location l
      where ${inStorageOf(orderIds)} and not ${sql.raw(isGood)}
      returning r.inventory_id, r.qty as share
    ), ${lowerStock('share', 'stay')}
    select from share`.execute(tx);
}
