import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { cartonStates, packStates } from '../../platform/states/states.ts';
import { bookLater, bookWork } from '../work/book-work.ts';
import { setDetails, type TaskDetails } from '../work/carton-details.ts';
import { returnBoxes } from '../work/drop-cartons.ts';
import { voidLabels } from '../work/labels/void-labels.ts';
import { assertOneParcelEach } from '../work/parcels/one-parcel.ts';
import { readyCartons } from '../work/ready.ts';

/**
 * Finishes packs: closes their cartons, books the work, and makes cartons of orders without a ship step ready for pickup. The
 * caller has checked that no unit is loose.
 * @param details set on the cartons; cartons without a carrier then get that of their orders. Without details, a person sets both
 * @param apart whether other steps may follow in the transaction, which then books them together
 */
export async function finishPacks(
  context: OperationContext,
  packIds: readonly number[],
  orders: readonly LockedOrder[],
  details?: TaskDetails,
  apart = false,
): Promise<void> {
  const { tx } = context;
  if (orders.length > 1) await assertOneParcelEach(tx, sql`c.pack_id = any(${packIds}::bigint[])`);
  const { rows: packed } = await sql<LineQuantity & Row<'packline', 'pack_id'>>`
    -- Finishes the packs, and reads the quantities of their lines.
    with closed as (
      update pack set status_id = ${sql.lit(packStates.id.Finished)}, finished_at = this_second(), updated_at = this_second() where id = any(${packIds}::bigint[])
    )
    select pack_id, order_id, line_id, part_id, sum(qty) as qty from packline where pack_id = any(${packIds}::bigint[])
    group by pack_id, order_id, line_id, part_id`.execute(tx);
  const cartons = await closeCartons(context, packIds, details !== undefined);
  if (details) await setDetails(context, cartons, details);
  await (apart ? bookLater : bookWork)(tx, 'pack', packed);
  const shipped = new Set(orders.filter((order) => order.required.includes('ship')).map((order) => order.id));
  const readyIds = cartons.filter((carton) => !carton.order_ids.some((id) => shipped.has(id))).map(({ id }) => id);
  if (readyIds.length > 0) await readyCartons(tx, readyIds);
  await recordEvent(
    context,
    ...packIds.map((id) => {
      const own = packed.filter((line) => line.pack_id === id);
      return { event: 'pack.finished', id, orders: own.map((line) => line.order_id) } as const;
    }),
    ...cartons.map((carton) => ({ event: 'carton.closed', id: carton.id, orders: carton.order_ids }) as const),
  );
}

/** SQL: the value that all orders `o` of a group have in a column; null if they differ. */
const common = (column: string) =>
  sql`case when count(*) = count(${sql.ref(column)}) and min(${sql.ref(column)}) = max(${sql.ref(column)}) then min(${sql.ref(column)}) end`;

/**
 * Closes the cartons of packs, with their weight where all parts have one. Empty cartons are void: a client may still ask for them.
 * @param fromOrders whether cartons without a carrier get the carrier and the service level of their orders
 */
async function closeCartons(
  context: OperationContext,
  packIds: readonly number[],
  fromOrders: boolean,
): Promise<{ id: number; order_ids: number[] }[]> {
  const { rows } = await sql<{ id: number; order_ids: number[] | null }>`
    -- Closes the open cartons that hold units, with weight and carrier, and sets the empty ones to Void.
    with held as (
      select c.id, array_agg(distinct r.order_id) filter (where r.id is not null) as order_ids,
        case when bool_and(p.weight_g is not null)
          then least(ceil(sum(r.qty * p.weight_g) + coalesce(max(t.empty_weight_g), 0)), 2147483647)::int end as weight_g,
        ${common('o.carrier_id')} as carrier_id, ${common('o.carrierservicelevel_id')} as level_id
      from carton c
      left join cartontype t on t.id = c.cartontype_id
      left join inventory i on i.location_id = c.location_id
      left join reservation r on r.inventory_id = i.id
      left join part p on p.id = r.part_id
      left join salesorder o on o.id = r.order_id
      where c.pack_id = any(${packIds}::bigint[]) group by c.id
    ), closed as (
      update carton c set status_id = ${sql.lit(cartonStates.id.Closed)}, weight_g = coalesce(c.weight_g, h.weight_g),
        carrier_id = case when ${fromOrders} then coalesce(c.carrier_id, h.carrier_id) else c.carrier_id end,
        carrierservicelevel_id = case when ${fromOrders} and coalesce(c.carrier_id, h.carrier_id) = h.carrier_id
          then coalesce(c.carrierservicelevel_id, h.level_id) else c.carrierservicelevel_id end, updated_at = this_second()
      from held h where c.id = h.id and h.order_ids is not null
      returning c.id, h.order_ids
    ), voided as (
      update carton c set status_id = ${sql.lit(cartonStates.id.Void)}, updated_at = this_second()
      from held h where c.id = h.id and h.order_ids is null
      returning c.id, c.location_id, c.cartontype_id
    ), ${returnBoxes('voided')}
    select id, order_ids from closed union all select id, null from voided order by 1`.execute(context.tx);
  const empty = rows.flatMap(({ id, order_ids }) => (order_ids === null ? [id] : []));
  await voidLabels(context, empty);
  await recordEvent(context, ...empty.map((id) => ({ event: 'carton.voided', id }) as const));
  return rows.flatMap(({ id, order_ids }) => (order_ids === null ? [] : [{ id, order_ids }]));
}
