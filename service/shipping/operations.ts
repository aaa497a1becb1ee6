import { sql } from 'kysely';
import { type LockedOrder, lockOrders, lockRecord } from '../database/locks.ts';
import { type OperationContext, operation } from '../operation.ts';
import { mayBeWorkedOn } from '../orders/guards.ts';
import { bookWork } from '../orders/work.ts';
import { happened } from '../outbox/happened.ts';
import { setDetails, type TaskDetails } from '../packing/carton-details.ts';
import type { LineDetail } from '../picking/operations.ts';
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
  const { orders } = await lockWithSharing(context.tx, orderIds);
  const { siteId } = mayBeShipped(orders);
  const shipId = await takeReady(context, siteId, orders, null);
  if (shipId === null) throw nothingToShip(orders);
  return shipId;
});

function mayBeShipped(orders: readonly LockedOrder[]): { siteId: number } {
  const checked = mayBeWorkedOn(orders);
  for (const order of orders) {
    if (!order.required.includes('ship')) {
      throw problem(
        'ship.no-step',
        `The plan of order ${order.number} has no ship step: GET /salesorder/${order.id}/plan says why.`,
      );
    }
  }
  return checked;
}

const nothingToShip = (orders: readonly LockedOrder[]) =>
  problem(
    'ship.nothing-left',
    `Nothing is ready to ship of order ${orders.map((o) => o.number).join(', ')}: packs must be finished first.`,
  );

async function takeReady(
  context: OperationContext,
  siteId: number,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null,
): Promise<number | null> {
  const { tx, actor } = context;
  const lineIds = lines?.map((line) => line.line_id) ?? null;
  const packed = orders.filter((order) => order.required.includes('pack')).map((order) => order.id);
  const unpacked = orders.filter((order) => !order.required.includes('pack')).map((order) => order.id);
  const { rows } = await sql<{ id: number }>`
    with ready as (
      select distinct c.id as carton_id, null::int as order_id
      from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = any(${packed}::int[]) and r.closed_at is null and c.status_id = 2
        and (${lineIds}::int[] is null or r.line_id = any(${lineIds}::int[]))
        and not exists (select 1 from shipline s where s.carton_id = c.id)
      union all
      select null, p.order_id from work p join work s on s.line_id = p.line_id and s.part_id = p.part_id and s.task_id = 3
      where p.order_id = any(${unpacked}::int[]) and p.task_id = 1
        and (${lineIds}::int[] is null or p.line_id = any(${lineIds}::int[]))
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
  if (ship.status_id === status.void)
    throw problem('ship.state', `Ship ${shipId} is Void: its orders were taken off it.`);
  await finishShips(context, [shipId], null);
});

/** @param lines of orders without a pack step, only so much of these lines */
async function finishShips(
  context: OperationContext,
  shipIds: readonly number[],
  lines: readonly LineDetail[] | null,
  details?: TaskDetails,
): Promise<void> {
  const { tx } = context;
  const shipped = await sql<{ order_id: number; line_id: number; part_id: number; qty: string }>`
    with closed as (
      update ship set status_id = ${status.finished}, finished_at = now(), updated_at = now() where id = any(${shipIds}::int[])
    ), detail as (
      select line_id, qty from jsonb_to_recordset(${JSON.stringify(lines ?? [])}::jsonb) as d(line_id int, qty numeric)
    )
    select r.order_id, r.line_id, r.part_id, sum(r.qty) as qty
    from shipline s join carton c on c.id = s.carton_id
    join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    where s.ship_id = any(${shipIds}::int[]) group by r.order_id, r.line_id, r.part_id
    union all
    select w.order_id, w.line_id, w.part_id, least(p.qty_done - w.qty_done, d.qty * w.per_unit)
    from shipline s join work w on w.order_id = s.order_id and w.task_id + 0 = 3
    join work p on p.line_id = w.line_id and p.part_id = w.part_id and p.task_id + 0 = 1
    left join detail d on d.line_id = w.line_id
    where s.ship_id = any(${shipIds}::int[]) and p.qty_done > w.qty_done
      and (${lines === null} or d.line_id is not null)`.execute(tx);
  await bookWork(tx, 'ship', shipped.rows);
  const { rows: taken } = await sql<{ carton_id: number | null; order_id: number | null }>`
    select carton_id, order_id from shipline where ship_id = any(${shipIds}::int[]) order by id`.execute(tx);
  const cartonIds = taken.flatMap((row) => row.carton_id ?? []);
  const orderIds = taken.flatMap((row) => row.order_id ?? []);
  if (cartonIds.length > 0) await readyCartons(tx, cartonIds);
  if (orderIds.length > 0) await readyOrders(tx, orderIds);
  const orders = [...new Set([...orderIds, ...shipped.rows.map((row) => row.order_id)])];
  if (details)
    await setDetails(
      context,
      cartonIds.map((id) => ({ id, order_ids: orders })),
      details,
    );
  await happened(context, ...shipIds.map((id) => ({ event: 'ship.finished', id, orders }) as const));
}

/** Puts cartons of a ship onto a new pallet. @returns id of the pallet */
export const addPallet = operation(
  'ship.pallet',
  async ({ tx }, input: { shipId: number; cartonIds: readonly number[] }) => {
    await lockOrders(tx, await ordersOfShips(tx, [input.shipId]));
    const ship = await lockRecord(tx, 'ship', input.shipId);
    if (ship.status_id !== status.open)
      throw problem('ship.state', `Ship ${ship.id} is no longer open: its pallets are settled.`);
    const known = await sql<{ id: number }>`
    select carton_id as id from shipline where ship_id = ${ship.id} and carton_id = any(${input.cartonIds}::int[])`.execute(
      tx,
    );
    const unknown = input.cartonIds.filter((id) => !known.rows.some((row) => row.id === id));
    if (unknown.length > 0)
      throw problem('reference.unknown', `Carton ${unknown.join(', ')} is not on ship ${ship.id}.`);
    return stackPallet(tx, ship.id, input.cartonIds);
  },
);

async function stackPallet(tx: OperationContext['tx'], shipId: number, cartonIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into pallet (ship_id, number)
    select ${shipId}::int, coalesce(max(number), 0) + 1 from pallet where ship_id = ${shipId} returning id`.execute(tx);
  await sql`update carton set pallet_id = ${rows[0]!.id}, updated_at = now() where id = any(${cartonIds}::int[])`.execute(
    tx,
  );
  return rows[0]!.id;
}

export interface PerformShip {
  orderIds: readonly number[];
  /** Only cartons that hold something of these lines; of orders without a pack step, only so much of them. */
  lines?: readonly LineDetail[] | null;
  /** Set on the cartons that go. */
  details?: TaskDetails;
}

/**
 * Does the Ship task for orders at once: goes on with ships that were begun, puts cartons onto pallets where the plan says so,
 * finishes.
 * @returns id of the ship
 */
export const performShip = operation('task.ship', async (context, input: PerformShip) => {
  const { tx } = context;
  const { orderIds, lines = null } = input;
  const { orders, begun } = await lockWithSharing(tx, orderIds);
  const { siteId } = mayBeShipped(orders);
  const made = await takeReady(context, siteId, orders, lines);
  const shipIds = [...(lines === null ? begun.own : []), ...(made === null ? [] : [made])];
  if (shipIds.length === 0) {
    const elsewhere = [...begun.shared, ...begun.own];
    if (elsewhere.length === 0) throw nothingToShip(orders);
    const others = begun.shared.length > 0 ? ' together with other orders' : '';
    throw problem(
      'ship.state',
      `What is ready is on ship ${elsewhere.join(', ')}${others}. Finish or delete it first.`,
    );
  }
  const perPallet = Math.min(...orders.map((order) => order.cartons_per_pallet ?? Number.POSITIVE_INFINITY));
  if (Number.isFinite(perPallet)) for (const shipId of shipIds) await palletize(tx, shipId, perPallet);
  await finishShips(context, shipIds, lines, input.details);
  return shipIds.at(-1)!;
});

/** Locks orders, and with them those that have something in the same cartons: a carton goes as a whole. */
async function lockWithSharing(
  tx: OperationContext['tx'],
  orderIds: readonly number[],
): Promise<{ orders: LockedOrder[]; begun: Awaited<ReturnType<typeof underWay>> }> {
  const locked = await lockOrders(
    tx,
    orderIds,
    sql`select r.order_id from (
        select distinct c.location_id
        from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
        where r.order_id = any(${orderIds}::int[]) and r.closed_at is null) c
      join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id`,
  );
  const begun = await underWay(tx, orderIds);
  // Those that came to share one while we waited.
  const late = begun.sharing.filter((id) => !locked.some((order) => order.id === id));
  if (late.length > 0) await lockOrders(tx, late);
  return { orders: locked.filter((order) => orderIds.includes(order.id)), begun };
}

/**
 * Open ships of the orders: those that hold nothing else, and those they share with others; and the other orders that have
 * something in the same cartons.
 */
async function underWay(
  tx: OperationContext['tx'],
  orderIds: readonly number[],
): Promise<{ own: number[]; shared: number[]; sharing: number[] }> {
  const { rows } = await sql<{ own: number[]; shared: number[]; sharing: number[] }>`
    with holding as (
      select distinct c.id, c.location_id
      from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = any(${orderIds}::int[]) and r.closed_at is null
    ), open as (
      select distinct s.id from ship s join shipline l on l.ship_id = s.id
      where s.status_id = ${status.open} and (l.order_id = any(${orderIds}::int[]) or l.carton_id in (select id from holding))
    ), of_ship as (
      select o.id, l.order_id from open o join shipline l on l.ship_id = o.id where l.order_id is not null
      union
      select o.id, r.order_id from open o join shipline l on l.ship_id = o.id
      join carton c on c.id = l.carton_id join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    )
    select array(select id from of_ship group by id having bool_and(order_id = any(${orderIds}::int[])) order by id) as own,
      array(select id from of_ship group by id having not bool_and(order_id = any(${orderIds}::int[])) order by id) as shared,
      array(select distinct r.order_id from holding h join inventory i on i.location_id = h.location_id
        join reservation r on r.inventory_id = i.id where r.order_id <> all(${orderIds}::int[])) as sharing`.execute(
    tx,
  );
  return rows[0]!;
}

/** Cartons that are on no pallet go onto new ones, at most so many each. */
async function palletize(tx: OperationContext['tx'], shipId: number, perPallet: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.id from shipline s join carton c on c.id = s.carton_id
    where s.ship_id = ${shipId} and c.pallet_id is null order by c.id`.execute(tx);
  for (let at = 0; at < rows.length; at += perPallet) {
    await stackPallet(
      tx,
      shipId,
      rows.slice(at, at + perPallet).map((row) => row.id),
    );
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
  if (ship.status_id === status.finished) {
    await refuseIfGone(tx, shipId);
    const { rows } = await sql<{ order_id: number; line_id: number; part_id: number; qty: string }>`
      select r.order_id, r.line_id, r.part_id, -sum(r.qty) as qty
      from shipline s join carton c on c.id = s.carton_id
      join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where s.ship_id = ${shipId} group by r.order_id, r.line_id, r.part_id
      union all
      select w.order_id, w.line_id, w.part_id, u.qty_done - w.qty_done
      from shipline s join work w on w.order_id = s.order_id and w.task_id + 0 = 3
      join work u on u.line_id = w.line_id and u.part_id = w.part_id and u.task_id = 4
      where s.ship_id = ${shipId} and w.qty_done > u.qty_done`.execute(tx);
    await bookWork(tx, 'ship', rows, orderIds);
    await sql`delete from pickupline p using shipline s
      where s.ship_id = ${shipId} and p.pickup_id is null and (s.carton_id = p.carton_id or s.order_id = p.order_id)`.execute(
      tx,
    );
  }
  await sql`delete from ship where id = ${shipId}`.execute(tx);
  await happened(context, { event: 'ship.deleted', id: shipId, orders: orderIds });
});

/** What of a ship went without cartons shows in the work of its order alone, so there it has to be the last one under way. */
async function refuseIfGone(tx: OperationContext['tx'], shipId: number): Promise<void> {
  const { rows } = await sql<{ gone: boolean; other: number | null }>`
    select case when l.carton_id is not null
        then exists (select 1 from pickupline p where p.carton_id = l.carton_id and p.pickup_id is not null)
        else not exists (
          select 1 from work w join work u on u.line_id = w.line_id and u.part_id = w.part_id and u.task_id = 4
          where w.order_id = l.order_id and w.task_id = 3 and w.qty_done > u.qty_done) end as gone,
      (select min(s.id) from shipline o join ship s on s.id = o.ship_id
        where o.order_id = l.order_id and s.id <> l.ship_id and s.status_id = ${status.finished} and s.finished_at > coalesce((
          select max(u.picked_up_at) from pickupline p join pickup u on u.id = p.pickup_id where p.order_id = l.order_id), '-infinity')) as other
    from shipline l where l.ship_id = ${shipId}`.execute(tx);
  if (rows.some((row) => row.gone))
    throw problem('ship.state', `Ship ${shipId} can't be deleted: part of it was picked up.`);
  const other = rows.find((row) => row.other !== null)?.other;
  if (other) {
    throw problem(
      'ship.state',
      `Ship ${shipId} can't be deleted: ship ${other} is of the same order, and both wait for their pickup.`,
    );
  }
}
