import { sql } from 'kysely';
import { type LockedOrder, lockOrders, lockStockOf } from '../database/locks.ts';
import { takeOut } from '../inventory/stock.ts';
import { type OperationContext, operation } from '../operation.ts';
import { mayBeWorkedOn } from '../orders/guards.ts';
import { bookWork } from '../orders/work.ts';
import { happened } from '../outbox/happened.ts';
import { setDetails, type TaskDetails } from '../packing/carton-details.ts';
import type { LineDetail } from '../picking/operations.ts';
import { problem } from '../problems.ts';
import { makeInvoices } from './invoices.ts';
import { readyOrders } from './ready.ts';

interface Line {
  id: number;
  site_id: number;
  carton_id: number | null;
  order_id: number | null;
  pickup_id: number | null;
  location_id: number | null;
  order_ids: number[];
}

/**
 * Marks pickuplines as picked up, in one pickup: cartons are locked, stock goes out, lines and orders are fulfilled, invoices
 * made (design page §5).
 * @param input.siteId the site they leave from; that of the lines where it is not said
 * @returns id of the pickup
 * @throws pickup.done where one of them was picked up before
 */
export const createPickup = operation(
  'pickup.create',
  async (context, input: { pickuplineIds: readonly number[]; siteId: number | null }) => {
    const { tx } = context;
    const seen = await readLines(tx, input.pickuplineIds);
    refuseUnknown(input.pickuplineIds, seen);
    const locked = await lockOrders(
      tx,
      seen.flatMap((line) => line.order_ids),
    );
    const lines = await lockLines(tx, input.pickuplineIds);
    refuseUnknown(input.pickuplineIds, lines);
    const done = lines.filter((line) => line.pickup_id !== null);
    if (done.length > 0) {
      throw problem(
        'pickup.done',
        `Pickupline ${done.map((l) => l.id).join(', ')} was picked up before, with pickup ${done[0]!.pickup_id}.`,
      );
    }
    const siteId = input.siteId ?? lines[0]!.site_id;
    const elsewhere = lines.find((line) => line.site_id !== siteId);
    if (elsewhere) {
      throw problem(
        'body.invalid',
        `Pickupline ${elsewhere.id} is at site ${elsewhere.site_id}, not at site ${siteId}.`,
        {
          errors: [{ pointer: '/site_id', detail: `must be ${elsewhere.site_id} for pickupline ${elsewhere.id}` }],
        },
      );
    }
    return pickUp(context, siteId, lines, ordersOn(lines, locked));
  },
);

/** Orders that were taken off the lines while we waited for them are none of this pickup. */
const ordersOn = (lines: readonly Line[], orders: readonly LockedOrder[]): LockedOrder[] =>
  orders.filter((order) => lines.some((line) => line.order_ids.includes(order.id)));

export interface PerformPickup {
  orderIds: readonly number[];
  /** Only cartons that hold something of these lines; of orders without a pack step, only so much of them. */
  lines?: readonly LineDetail[] | null;
  /** Set on the cartons before they are locked. */
  details?: TaskDetails;
}

/**
 * Does the Pickup task: picks up everything of the orders that stands ready.
 * @returns id of the pickup
 */
export const performPickup = operation('task.pickup', async (context, input: PerformPickup) => {
  const { tx } = context;
  const { orderIds, lines: details = null } = input;
  const found = await sql<{ id: number; order_ids: number[] }>`
    select p.id, array_agg(all_of.order_id) as order_ids
    from pickupline p join pickupline_order all_of on all_of.pickupline_id = p.id
    where p.pickup_id is null
      and p.id in (select pickupline_id from pickupline_order where order_id = any(${orderIds}::int[]))
      ${details === null ? sql`` : sql`and (p.order_id is not null or ${holdsLines(details)})`}
    group by p.id`.execute(tx);
  const orders = await lockOrders(tx, [...orderIds, ...found.rows.flatMap((row) => row.order_ids)]);
  const { siteId } = mayBeWorkedOn(orders.filter((order) => orderIds.includes(order.id)));
  const lines = (
    await lockLines(
      tx,
      found.rows.map((row) => row.id),
    )
  ).filter((line) => line.pickup_id === null);
  if (lines.length === 0) throw nothingReady(orders);
  const cartons = lines.flatMap(({ carton_id, order_ids }) => (carton_id === null ? [] : { id: carton_id, order_ids }));
  if (input.details) await setDetails(context, cartons, input.details);
  return pickUp(context, siteId, lines, ordersOn(lines, orders), details);
});

/** SQL: the carton of a pickupline `p` holds something of the lines. */
const holdsLines = (lines: readonly LineDetail[]) => sql`exists (
  select 1 from carton c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
  where c.id = p.carton_id and r.line_id = any(${lines.map((line) => line.line_id)}::int[]))`;

const nothingReady = (orders: readonly LockedOrder[]) =>
  problem(
    'pickup.nothing-left',
    `Nothing of order ${orders.map((o) => o.number).join(', ')} stands ready for pickup. GET /salesorder/${orders[0]!.id}/progress says what is to be done first.`,
  );

async function pickUp(
  context: OperationContext,
  siteId: number,
  lines: readonly Line[],
  orders: readonly LockedOrder[],
  details: readonly LineDetail[] | null = null,
): Promise<number> {
  const { tx, actor } = context;
  mayBeWorkedOn(orders);
  const orderIds = orders.map((order) => order.id);
  const cartonIds = lines.flatMap((line) => line.carton_id ?? []);
  const wholeOrders = lines.flatMap((line) => line.order_id ?? []);
  const cartonLocationIds = lines.flatMap((line) => line.location_id ?? []);

  await lockStockOf(tx, siteId, orderIds);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into pickup (site_id, created_by) values (${siteId}, ${actor.userId}) returning id
    ), marked as (
      update pickupline p set pickup_id = made.id, updated_at = now()
      from made where p.id = any(${lines.map((line) => line.id)}::int[])
    ), locked as (
      update carton set status_id = 3, updated_at = now() where id = any(${cartonIds}::int[])
    )
    select id from made`.execute(tx);
  const pickupId = rows[0]!.id;
  const taken = await takeOut(tx, actor, pickupId, { cartonLocationIds, orderIds: wholeOrders, lines: details });
  if (details !== null && taken.length === 0) throw nothingReady(orders);
  const fulfilled = await bookWork(tx, 'pickup', taken, orderIds);
  // What was left out stands ready still.
  if (details !== null && wholeOrders.length > 0) await readyOrders(tx, wholeOrders);
  const invoices = await makeInvoices(tx, pickupId, orderIds);
  await happened(
    context,
    { event: 'pickup.created', id: pickupId, orders: orderIds, detail: { cartons: cartonIds.length } },
    ...lines.flatMap((line) =>
      line.carton_id === null ? [] : [{ event: 'carton.locked', id: line.carton_id, orders: line.order_ids } as const],
    ),
    ...invoices.map((invoice) => ({ event: 'invoice.created', id: invoice.id, orders: [invoice.order_id] }) as const),
    ...fulfilled.map((id) => ({ event: 'salesorder.fulfilled', id, orders: [id] }) as const),
  );
  return pickupId;
}

async function readLines(tx: OperationContext['tx'], ids: readonly number[], lock = false): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select p.id, p.site_id, p.carton_id, p.order_id, p.pickup_id,
      (select c.location_id from carton c where c.id = p.carton_id) as location_id,
      array(select o.order_id from pickupline_order o where o.pickupline_id = p.id order by 1) as order_ids
    from pickupline p where p.id = any(${ids}::int[]) order by p.id ${lock ? sql`for no key update` : sql``}`.execute(
    tx,
  );
  return rows;
}

function refuseUnknown(ids: readonly number[], lines: readonly Line[]): void {
  const missing = ids.filter((id) => !lines.some((line) => line.id === id));
  if (missing.length === 0) return;
  throw problem('reference.unknown', `There is no pickupline ${missing.join(', ')}.`, {
    errors: [{ pointer: '/pickupline_ids', detail: `there is no pickupline ${missing.join(', ')}` }],
  });
}

const lockLines = (tx: OperationContext['tx'], ids: readonly number[]) => readLines(tx, ids, true);
