import { sql } from 'kysely';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { openCartons } from '../../platform/states/open.ts';
import { cartonStates, packStates, shipStates } from '../../platform/states/states.ts';
import type { PackedUnits } from '../work/canceled-work.ts';
import { dropCartons } from '../work/drop-cartons.ts';
import { readyUnshipped } from '../work/ready.ts';

/** Units of an order that were taken out of its packs. */
interface TakenOut extends PackedUnits {
  readonly carton_id: number | null;
}

/**
 * Brings packs, cartons and ships up to date after units of an order were taken out. Packs and ships without lines are Void, with their
 * cartons. A closed carton without units is deleted, and its label voided; one that holds others has less weight. Open cartons stay: a
 * person fills them.
 * @returns the closed cartons that hold others
 */
export async function leaveCartons(
  context: OperationContext,
  orderId: number,
  units: readonly TakenOut[],
): Promise<number[]> {
  const { tx } = context;
  const packIds = [...new Set(units.map(({ pack_id }) => pack_id))];
  const cartonIds = [...new Set(units.flatMap(({ carton_id }) => carton_id ?? []))];
  const voided = await voidPacks(tx, packIds);
  const emptied = await emptiedCartons(tx, cartonIds, voided);
  const shipIds = await leaveShips(tx, orderId, cartonIds, emptied);
  await dropCartons(
    context,
    emptied.map((id) => ({ id, orders: [orderId] })),
  );
  const changed = await lowerWeights(tx, units);
  await readyUnshipped(tx, sql`select unnest(${changed}::bigint[])`);
  await recordEvent(
    context,
    ...voided.map((id) => ({ event: 'pack.voided', id, orders: [orderId] }) as const),
    ...shipIds.map((id) => ({ event: 'ship.voided', id, orders: [orderId] }) as const),
    ...changed.map((id) => ({ event: 'carton.modified', id, orders: [orderId], detail: { canceled: true } }) as const),
  );
  return changed;
}

async function voidPacks(tx: Tx, packIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Row<'pack', 'id'>>`
    -- Sets the packs without lines to Void.
    update pack p set status_id = ${sql.lit(packStates.id.Void)}, updated_at = this_second()
    where p.id = any(${packIds}::bigint[]) and not exists (select from packline l where l.pack_id = p.id) returning p.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Returns the closed cartons among these that are empty, and all cartons of void packs. */
async function emptiedCartons(tx: Tx, cartonIds: readonly number[], voidPackIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Row<'carton', 'id'>>`
    -- Finds the cartons to remove.
    select c.id from carton c
    where c.pack_id = any(${voidPackIds}::bigint[]) and c.status_id in (${openCartons})
      or c.id = any(${cartonIds}::bigint[]) and c.status_id = ${sql.lit(cartonStates.id.Closed)}
        and not exists (select from inventory i join reservation r on r.inventory_id = i.id where i.location_id = c.location_id)
    order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Takes emptied cartons off their ships and pickups, and the order off cartons of others. @returns the ships that are Void now */
async function leaveShips(
  tx: Tx,
  orderId: number,
  cartonIds: readonly number[],
  emptied: readonly number[],
): Promise<number[]> {
  await sql`
    -- Deletes the pickuplines of the emptied cartons, and takes the order off those of the others.
    with deleted as (
      delete from pickupline where pickup_id is null and carton_id = any(${emptied}::bigint[])
    )
    delete from pickupline_order o using pickupline p join carton c on c.id = p.carton_id
    where o.pickupline_id = p.id and p.carton_id = any(${cartonIds}::bigint[]) and o.order_id = ${orderId} and not exists (
      select from inventory i join reservation r on r.inventory_id = i.id where i.location_id = c.location_id and r.order_id = ${orderId})`.execute(
    tx,
  );
  const { rows: ships } = await sql<Row<'shipline', 'ship_id'>>`
    -- Takes the emptied cartons off their ships.
    delete from shipline where carton_id = any(${emptied}::bigint[]) returning ship_id`.execute(tx);
  const { rows } = await sql<Row<'ship', 'id'>>`
    -- Sets the ships without lines to Void.
    update ship s set status_id = ${sql.lit(shipStates.id.Void)}, updated_at = this_second()
    where s.id = any(${ships.map(({ ship_id }) => ship_id)}::bigint[]) and not exists (select from shipline l where l.ship_id = s.id)
    returning s.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lowers the weights of closed cartons, and clears what cartonization said of the cartons. @returns the closed ones */
async function lowerWeights(tx: Tx, units: readonly TakenOut[]): Promise<number[]> {
  const { rows } = await sql<Row<'carton', 'id' | 'status_id'>>`
    -- Subtracts the weight of the units from their cartons.
    with taken as (
      select u.carton_id, sum(u.qty * coalesce(p.weight_g, 0)) as weight_g
      from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(carton_id bigint, part_id bigint, qty numeric) join part p on p.id = u.part_id
      group by u.carton_id
    )
    update carton c set placements = null, refused_smaller = null, weight_g = greatest(c.weight_g - round(t.weight_g), 0)::int, updated_at = this_second()
    from taken t where c.id = t.carton_id returning c.id, c.status_id`.execute(tx);
  return rows.flatMap(({ id, status_id }) => (status_id === cartonStates.id.Closed ? [id] : [])).sort((a, b) => a - b);
}
