import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';
import type { LineQuantity } from './line-detail.ts';

/** Units of a pickup that did not leave after all. */
export interface UndoneDeparture {
  readonly pickupId: number;
  /** All units that left these locations of cartons with the pickup. */
  readonly cartonLocationIds: readonly number[];
  /** The units of these orders that left a moving location with the pickup. */
  readonly orderIds: readonly number[];
}

/**
 * Brings units of a pickup back to the places that they left, for their order lines, and writes the ledger. It takes back what `takeOut`
 * did: the ledger says what left, and the closed reservation of each movement is opened again. The stock of the parts is locked.
 * @returns the quantities by order line and part
 * @throws record.exists for a serial number that has come into stock since
 */
export async function bringBack(
  tx: Tx,
  actor: Actor,
  { pickupId, cartonLocationIds, orderIds }: UndoneDeparture,
): Promise<LineQuantity[]> {
  await assertNoSecondUnits(tx, pickupId);
  const { rows } = await sql<LineQuantity>`
    -- Opens the reservations of the units again, raises the stock, and writes the movements.
    with departure as materialized (
      select m.id, m.order_id, m.line_id, m.part_id, m.site_id, m.from_location_id, m.lot, m.serial, m.qty, i.id as inventory_id, (
        select max(r.id) from reservation r
        where r.inventory_id = i.id and r.line_id = m.line_id and r.qty = m.qty and r.closed_at is not null) as closed_id
      from inventorymovement m
      join location l on l.id = m.from_location_id
      join inventory i on i.part_id = m.part_id and i.location_id = m.from_location_id and i.lot is not distinct from m.lot
        and i.serial is not distinct from m.serial
      where m.pickup_id = ${pickupId} and m.reason = 'pickup'
        and ${ofPickup(pickupId)}
        and (m.from_location_id = any(${cartonLocationIds}::bigint[])
          or (l.locationtype_id = ${sql.lit(locationType.moving)} and m.order_id = any(${orderIds}::bigint[])))
    ), merged as (
      update reservation r set qty = r.qty + d.qty from departure d
      where r.line_id = d.line_id and r.inventory_id = d.inventory_id and r.closed_at is null returning d.closed_id
    ), emptied as (
      delete from reservation where id in (select closed_id from merged)
    ), opened as (
      update reservation set closed_at = null
      where id in (select closed_id from departure) and id not in (select closed_id from merged)
    ), stock as (
      update inventory i set qty = i.qty + d.qty, qty_committed = i.qty_committed + d.qty
      from (select inventory_id, sum(qty) as qty from departure group by inventory_id) d where i.id = d.inventory_id
    ), ledger as (
      insert into inventorymovement (site_id, part_id, to_location_id, lot, serial, qty, reason, order_id, line_id, pickup_id, account_id)
      select site_id, part_id, from_location_id, lot, serial, qty, 'undo', order_id, line_id, ${pickupId}::bigint, ${actor.userId}::bigint
      from departure order by id
    )
    select order_id, line_id, part_id, sum(qty) as qty
    from departure group by order_id, line_id, part_id order by line_id, part_id`.execute(tx);
  return rows;
}

/** Refuses serial numbers that are in stock again: each stands for one unit. */
async function assertNoSecondUnits(tx: Tx, pickupId: number): Promise<void> {
  const { rows } = await sql<{ serial: string; location: Column<'location', 'name'> }>`
    -- Finds a serial number of the pickup that is in stock.
    select m.serial, l.name as location
    from inventorymovement m
    join inventory i on i.part_id = m.part_id and i.serial = m.serial and i.qty > 0
    join location l on l.id = i.location_id
    where m.pickup_id = ${pickupId} and m.reason = 'pickup' and m.serial is not null and ${ofPickup(pickupId)} limit 1`.execute(
    tx,
  );
  const [first] = rows;
  if (first) throw problem('record.exists', `Serial number ${first.serial} is in stock again, at ${first.location}.`);
}

/** SQL: the movement `m` is of an order of the pickup. The ledger has an index of orders, and none of pickups. */
const ofPickup = (pickupId: number) => sql`m.order_id in (
  select o.order_id from pickupline p join pickupline_order o on o.pickupline_id = p.id where p.pickup_id = ${pickupId})`;
