import { sql } from 'kysely';
import { type LockedOrder, lockOrders, lockRecord } from '../database/locks.ts';
import { type OperationContext, operation } from '../operation.ts';
import { mayBeWorkedOn } from '../orders/guards.ts';
import { bookWork } from '../orders/work.ts';
import { happened } from '../outbox/happened.ts';
import { readyCartons, readyOrders } from '../pickup/ready.ts';
import { problem } from '../problems.ts';

const status = { open: 1, finished: 2, void: 3 } as const;

/**
 * Makes one ship of all that is packed of the orders (picked, where an order has no pack step) and on no ship yet. A carton
 * goes as a whole, with what it holds of other orders.
 * @returns id of the ship
 * @throws ship.no-step, ship.nothing-left
 */
export const createShip = operation('ship.create', async (context, orderIds: readonly number[]) => {
  const orders = await lockOrders(context.tx, orderIds);
  const { siteId } = mayBeShipped(orders);
  const shipId = await takeReady(context, siteId, orders);
  if (shipId === null) throw nothingToShip(orders);
  return shipId;
});

function mayBeShipped(orders: readonly LockedOrder[]): { siteId: number } {
  const checked = mayBeWorkedOn(orders);
  for (const order of orders) {
    if (!order.required.includes('ship')) {
      throw problem('ship.no-step', `The plan of order ${order.number} has no ship step: GET /salesorder/${order.id}/plan says why.`);
    }
  }
  return checked;
}

const nothingToShip = (orders: readonly LockedOrder[]) =>
  problem(
    'ship.nothing-left',
    `Nothing is ready to ship of order ${orders.map((o) => o.number).join(', ')}: packs must be finished first.`,
  );

async function takeReady(context: OperationContext, siteId: number, orders: readonly LockedOrder[]): Promise<number | null> {
  const { tx, actor } = context;
  const packed = orders.filter((order) => order.required.includes('pack')).map((order) => order.id);
  const unpacked = orders.filter((order) => !order.required.includes('pack')).map((order) => order.id);
  const { rows } = await sql<{ id: number }>`
    with ready as (
      select distinct c.id as carton_id, null::int as order_id
      from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = any(${packed}::int[]) and r.closed_at is null and c.status_id = 2
        and not exists (select 1 from shipline s where s.carton_id = c.id)
      union all
      select null, p.order_id from work p join work s on s.line_id = p.line_id and s.part_id = p.part_id and s.task_id = 3
      where p.order_id = any(${unpacked}::int[]) and p.task_id = 1
        and not exists (select 1 from shipline l join ship on ship.id = l.ship_id where l.order_id = p.order_id and ship.status_id = 1)
      group by p.order_id having sum(p.qty_done) > sum(s.qty_done)
    ), made as (
      insert into ship (site_id, created_by) select ${siteId}::int, ${actor.userId}::int where exists (select 1 from ready) returning id
    )
    insert into shipline (ship_id, carton_id, order_id)
    select made.id, carton_id, order_id from made, ready order by carton_id, order_id
    returning ship_id as id`.execute(tx);
  const shipId = rows[0]?.id;
  if (shipId === undefined) return null;
  await happened(context, { event: 'ship.created', id: shipId, orders: orders.map((order) => order.id) });
  return shipId;
}

/** Finishes a ship: what it takes stands ready for pickup. Cartons stay closed (spec 3.1). Repeating it changes nothing. */
export const finishShip = operation('ship.finish', async (context, shipId: number) => {
  await lockOrders(context.tx, await ordersOfShips(context.tx, [shipId]));
  const ship = await lockRecord(context.tx, 'ship', shipId);
  if (ship.status_id === status.finished) return;
  await finishShips(context, [shipId]);
});

async function finishShips(context: OperationContext, shipIds: readonly number[]): Promise<void> {
  const { tx } = context;
  const shipped = await sql<{ order_id: number; line_id: number; part_id: number; qty: string }>`
    with closed as (
      update ship set status_id = ${status.finished}, finished_at = now(), updated_at = now() where id = any(${shipIds}::int[])
    )
    select r.order_id, r.line_id, r.part_id, sum(r.qty) as qty
    from shipline s join carton c on c.id = s.carton_id
    join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    where s.ship_id = any(${shipIds}::int[]) group by r.order_id, r.line_id, r.part_id
    union all
    select w.order_id, w.line_id, w.part_id, p.qty_done - w.qty_done
    from shipline s join work w on w.order_id = s.order_id and w.task_id = 3
    join work p on p.line_id = w.line_id and p.part_id = w.part_id and p.task_id = 1
    where s.ship_id = any(${shipIds}::int[]) and p.qty_done > w.qty_done`.execute(tx);
  await bookWork(tx, 'ship', shipped.rows);
  const lines = await sql<{ carton_id: number | null; order_id: number | null }>`
    select carton_id, order_id from shipline where ship_id = any(${shipIds}::int[]) order by id`.execute(tx);
  const cartonIds = lines.rows.flatMap((row) => row.carton_id ?? []);
  const orderIds = lines.rows.flatMap((row) => row.order_id ?? []);
  if (cartonIds.length > 0) await readyCartons(tx, cartonIds);
  if (orderIds.length > 0) await readyOrders(tx, orderIds);
  const orders = [...new Set([...orderIds, ...shipped.rows.map((row) => row.order_id)])];
  await happened(context, ...shipIds.map((id) => ({ event: 'ship.finished', id, orders }) as const));
}

/** Puts cartons of a ship onto a new pallet. @returns id of the pallet */
export const addPallet = operation('ship.pallet', async ({ tx }, input: { shipId: number; cartonIds: readonly number[] }) => {
  await lockOrders(tx, await ordersOfShips(tx, [input.shipId]));
  const ship = await lockRecord(tx, 'ship', input.shipId);
  if (ship.status_id !== status.open) throw problem('ship.state', `Ship ${ship.id} is no longer open: its pallets are settled.`);
  const known = await sql<{ id: number }>`
    select carton_id as id from shipline where ship_id = ${ship.id} and carton_id = any(${input.cartonIds}::int[])`.execute(tx);
  const unknown = input.cartonIds.filter((id) => !known.rows.some((row) => row.id === id));
  if (unknown.length > 0) throw problem('reference.unknown', `Carton ${unknown.join(', ')} is not on ship ${ship.id}.`);
  return stackPallet(tx, ship.id, input.cartonIds);
});

async function stackPallet(tx: OperationContext['tx'], shipId: number, cartonIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into pallet (ship_id, number)
    select ${shipId}::int, coalesce(max(number), 0) + 1 from pallet where ship_id = ${shipId} returning id`.execute(tx);
  await sql`update carton set pallet_id = ${rows[0]!.id}, updated_at = now() where id = any(${cartonIds}::int[])`.execute(tx);
  return rows[0]!.id;
}

/**
 * Does the Ship task for orders at once: goes on with ships that were begun, puts cartons onto pallets where the plan says so,
 * finishes.
 * @returns id of the ship
 */
export const performShip = operation('task.ship', async (context, orderIds: readonly number[]) => {
  const { tx } = context;
  const orders = await lockOrders(tx, orderIds);
  const { siteId } = mayBeShipped(orders);
  const begun = await sql<{ id: number }>`
    select distinct s.id from ship s join shipline l on l.ship_id = s.id
    where s.status_id = ${status.open} and (l.order_id = any(${orderIds}::int[]) or l.carton_id in (
      select c.id from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = any(${orderIds}::int[]) and r.closed_at is null)) order by s.id`.execute(tx);
  const made = await takeReady(context, siteId, orders);
  const shipIds = [...begun.rows.map((row) => row.id), ...(made === null ? [] : [made])];
  if (shipIds.length === 0) throw nothingToShip(orders);
  const perPallet = Math.min(...orders.map((order) => order.cartons_per_pallet ?? Number.POSITIVE_INFINITY));
  if (Number.isFinite(perPallet)) for (const shipId of shipIds) await palletize(tx, shipId, perPallet);
  await finishShips(context, shipIds);
  return shipIds.at(-1)!;
});

/** Cartons that are on no pallet go onto new ones, at most so many each. */
async function palletize(tx: OperationContext['tx'], shipId: number, perPallet: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.id from shipline s join carton c on c.id = s.carton_id
    where s.ship_id = ${shipId} and c.pallet_id is null order by c.id`.execute(tx);
  for (let at = 0; at < rows.length; at += perPallet) {
    await stackPallet(tx, shipId, rows.slice(at, at + perPallet).map((row) => row.id));
  }
}

async function ordersOfShips(tx: OperationContext['tx'], shipIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from shipline where ship_id = any(${shipIds}::int[]) and order_id is not null
    union
    select r.order_id from shipline s join carton c on c.id = s.carton_id
    join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    where s.ship_id = any(${shipIds}::int[])`.execute(tx);
  return rows.map((row) => row.order_id);
}

/**
 * Deletes a ship: its cartons are packed again and no longer ready for pickup.
 * @throws ship.state where something of it was picked up
 */
export const deleteShip = operation('ship.delete', async (context, shipId: number) => {
  const { tx } = context;
  const orderIds = await ordersOfShips(tx, [shipId]);
  await lockOrders(tx, orderIds);
  const ship = await lockRecord(tx, 'ship', shipId);
  const gone = await sql<{ id: number }>`
    select p.id from pickupline p join shipline s on s.carton_id = p.carton_id or s.order_id = p.order_id
    where s.ship_id = ${shipId} and p.pickup_id is not null limit 1`.execute(tx);
  if (gone.rows[0]) throw problem('ship.state', `Ship ${shipId} can't be deleted: part of it was picked up.`);
  if (ship.status_id === status.finished) {
    const { rows } = await sql<{ order_id: number; line_id: number; part_id: number; qty: string }>`
      select r.order_id, r.line_id, r.part_id, -sum(r.qty) as qty
      from shipline s join carton c on c.id = s.carton_id
      join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where s.ship_id = ${shipId} group by r.order_id, r.line_id, r.part_id
      union all
      select w.order_id, w.line_id, w.part_id, -w.qty_done from shipline s
      join work w on w.order_id = s.order_id and w.task_id = 3 and w.qty_done > 0 where s.ship_id = ${shipId}`.execute(tx);
    await bookWork(tx, 'ship', rows, orderIds);
    await sql`delete from pickupline p using shipline s
      where s.ship_id = ${shipId} and p.pickup_id is null and (s.carton_id = p.carton_id or s.order_id = p.order_id)`.execute(tx);
  }
  await sql`delete from ship where id = ${shipId}`.execute(tx);
  await happened(context, { event: 'ship.deleted', id: shipId, orders: orderIds });
});
