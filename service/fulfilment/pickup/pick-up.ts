import { sql } from 'kysely';
import { orderPath } from '../../../records/sales-order.ts';
import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockStockOf } from '../../inventory/stock/locks.ts';
import { takeOut } from '../../inventory/stock/take-out.ts';
import { makeInvoices } from '../../invoices/operations.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { cartonStates, shipStates } from '../../platform/states/states.ts';
import { expectSent } from '../../receipts/operations.ts';
import { bookWork } from '../work/book-work.ts';
import { assertWorkable } from '../work/guards.ts';
import { assertWholeKits, onIncompleteKits } from '../work/kits/whole-kits.ts';
import { scopeName } from '../work/open-lists.ts';
import { onOpenPicks } from '../work/open-picks.ts';
import { assertOneParcelEach } from '../work/parcels/one-parcel.ts';
import { readyOrders } from '../work/ready.ts';
import { makeRecords, ownerOf } from '../work/records-apart.ts';
import type { ReadyLine } from './lines.ts';

/** Returns the problem that nothing of the orders, or of these lines, is ready for pickup. It names the open picks of the orders. */
export async function nothingReady(
  tx: Tx,
  orders: readonly LockedOrder[],
  lines: readonly LineDetail[] | null = null,
): Promise<Problem> {
  const orderIds = orders.map((order) => order.id);
  const nothing = `Nothing of ${scopeName(orders, lines)} is ready for pickup.${await onOpenPicks(tx, orderIds)}${await onIncompleteKits(tx, orderIds)}`;
  return problem('pickup.nothing-left', `${nothing} GET ${orderPath(firstOf(orders))}/progress says what to do first.`);
}

/**
 * Picks up ready cartons and orders: units leave the stock, and invoices are made. Orders and pickuplines are locked.
 * @param details of orders without a pack step, only these quantities of these lines
 * @returns id of the pickup
 * @throws carton.other-parcel for a carton whose orders are no longer one parcel
 */
export async function pickUp(
  context: OperationContext,
  siteId: number,
  lines: readonly ReadyLine[],
  orders: readonly LockedOrder[],
  details: readonly LineDetail[] | null = null,
): Promise<number> {
  const shared = lines.flatMap(({ carton_id, order_ids }) =>
    order_ids.length > 1 && carton_id !== null ? [carton_id] : [],
  );
  if (shared.length > 0) await assertOneParcelEach(context.tx, sql`c.id = any(${shared}::bigint[])`);
  await lockStockOf(
    context.tx,
    siteId,
    orders.map((order) => order.id),
  );
  const pickups = await makePickups(context, { siteId, lines, orders, details, apart: false });
  return firstOf([...pickups.values()]);
}

interface Departure {
  readonly siteId: number;
  readonly lines: readonly ReadyLine[];
  readonly orders: readonly LockedOrder[];
  readonly details: readonly LineDetail[] | null;
  /** True for a pickup of its own for each order. No line has units of two orders then. */
  readonly apart: boolean;
}

/** Picks up ready cartons and orders, whose stock is locked. @returns the pickup of each order */
export async function makePickups(
  context: OperationContext,
  { siteId, lines, orders, details, apart }: Departure,
): Promise<Map<number, number>> {
  const { tx, actor } = context;
  assertWorkable(orders, 'pickup');
  const orderIds = orders.map((order) => order.id);
  const cartonIds = lines.flatMap((line) => line.carton_id ?? []);
  const wholeOrders = lines.flatMap((line) => line.order_id ?? []);
  const cartonLocationIds = lines.flatMap((line) => line.location_id ?? []);

  const marked = lines.map(({ id, order_ids }) => ({ id, owner: apart ? firstOf(order_ids) : 0 }));
  const { rows } = await sql<Row<'pickup', 'id'> & { owner: number }>`
    -- Makes the pickups, and marks their lines, cartons and ships.
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(marked)}::jsonb) as l(id bigint, owner bigint)
    ), ${makeRecords('pickup', sql`line`, sql`site_id, created_by`, sql`${siteId}::bigint, ${actor.userId}::bigint`)}, marked as (
      update pickupline p set pickup_id = n.id, updated_at = this_second()
      from made n join line using (owner) where p.id = line.id
    ), locked as (
      update carton set status_id = ${sql.lit(cartonStates.id.Locked)}, updated_at = this_second() where id = any(${cartonIds}::bigint[])
    ), shipped as (
      update shipline l set pickup_id = n.id from made n, ship s
      where n.owner = ${ownerOf(apart, 'l.order_id')} and l.order_id = any(${wholeOrders}::bigint[]) and l.pickup_id is null and s.id = l.ship_id
        and s.status_id = ${sql.lit(shipStates.id.Finished)}
    )
    select id, owner from made`.execute(tx);
  const pickups = new Map(
    rows.flatMap(({ id, owner }) => (apart ? [owner] : orderIds).map((order) => [order, id] as const)),
  );
  const pickedUp = await takeOut(tx, actor, pickups, { cartonLocationIds, orderIds: wholeOrders, lines: details });
  if (details !== null && pickedUp.length === 0 && !(await anyWithoutStock(tx, wholeOrders)))
    throw await nothingReady(tx, orders, details);
  const fulfilled = await bookWork(tx, 'pickup', pickedUp, orderIds);
  // Of a fulfilled order, everything has left.
  const partial = orderIds.filter((id) => !fulfilled.includes(id));
  if (partial.length > 0) await assertWholeKits(tx, partial);
  // The lines that were left out are still ready.
  if (details !== null && wholeOrders.length > 0) await readyOrders(tx, wholeOrders);
  const invoices = await makeInvoices(tx, { why: 'pickup', pickups });
  const transfers = new Set(orders.flatMap(({ id, kind }) => (kind === 'transfer' ? [id] : [])));
  await expectSent(context, { pickups, units: pickedUp.filter(({ order_id }) => transfers.has(order_id)) });
  await recordEvent(
    context,
    ...rows.map(({ id, owner }) => {
      const own = lines.filter((line) => line.carton_id !== null && (!apart || line.order_ids.includes(owner)));
      const orders = apart ? [owner] : orderIds;
      return { event: 'pickup.created', id, orders, detail: { cartons: own.length } } as const;
    }),
    ...lines.flatMap((line) =>
      line.carton_id === null ? [] : [{ event: 'carton.locked', id: line.carton_id, orders: line.order_ids } as const],
    ),
    ...invoices.map((invoice) => ({ event: 'invoice.created', id: invoice.id, orders: [invoice.order_id] }) as const),
    ...fulfilled.map((id) => ({ event: 'salesorder.fulfilled', id, orders: [id] }) as const),
  );
  return pickups;
}

/** Returns whether one of the orders has services alone. All of its lines are picked up together. */
async function anyWithoutStock(tx: Tx, orderIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${orderIds}::bigint[]) as o(id)
    where not exists (select 1 from work w where w.order_id = o.id and w.stocked) limit 1`.execute(tx);
  return rows.length > 0;
}
