import { sql } from 'kysely';
import { detailRows, type LineDetail, type LineQuantity } from '../../inventory/stock/line-detail.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { task } from '../../platform/states/kinds.ts';
import { shipStates } from '../../platform/states/states.ts';
import { bookLater, bookWork } from '../work/book-work.ts';
import { setDetails, type TaskDetails } from '../work/carton-details.ts';
import { readyCartons, readyOrders } from '../work/ready.ts';

/**
 * Finishes open ships, and makes their cartons and orders ready for pickup. Their orders are locked.
 * @param lines of orders without a pack step, only these quantities of these lines
 * @param apart whether other steps may follow in the transaction, which then books them together
 */
export async function finishShips(
  context: OperationContext,
  shipIds: readonly number[],
  lines: readonly LineDetail[] | null,
  details?: TaskDetails,
  apart = false,
): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<LineQuantity & { ship_id: number; carton_id: number | null; is_line: boolean }>`
    -- Finishes the ships, reads their lines, and the shipped quantities: contents of cartons, and units of orders without a pack step.
    with finished as (
      update ship set status_id = ${sql.lit(shipStates.id.Finished)}, finished_at = this_second(), updated_at = this_second() where id = any(${shipIds}::bigint[])
    ), line as (
      select id, ship_id, carton_id, order_id from shipline where ship_id = any(${shipIds}::bigint[]) order by id
    )
    select ship_id, carton_id, order_id, null::bigint as line_id, null::bigint as part_id, null::numeric as qty, true as is_line from line
    union all
    select s.ship_id, null, r.order_id, r.line_id, r.part_id, sum(r.qty), false
    from line s join carton c on c.id = s.carton_id
    join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    group by s.ship_id, r.order_id, r.line_id, r.part_id
    union all
    select s.ship_id, null, w.order_id, w.line_id, w.part_id, least(qty_ready(p) - w.qty_done, d.qty * w.per_unit), false
    from line s join work w on w.order_id = s.order_id and w.task_id + 0 = ${sql.lit(task.ship)}
    join work p on p.line_id = w.line_id and p.part_id = w.part_id and p.task_id + 0 = ${sql.lit(task.pick)}
    left join (${detailRows(lines)}) d on d.line_id = w.line_id
    where case when p.qty_done > w.qty_done then qty_ready(p) > w.qty_done end and (${lines === null} or d.line_id is not null)`.execute(
    tx,
  );
  const shiplines = rows.filter(({ is_line }) => is_line);
  const shipped = rows.filter(({ is_line }) => !is_line);
  const cartonIds = shiplines.flatMap((row) => row.carton_id ?? []);
  const orderIds = shiplines.flatMap((row) => row.order_id ?? []);
  // The units that leave of an order without a pack step follow from its work.
  await (apart && orderIds.length === 0 ? bookLater : bookWork)(tx, 'ship', shipped);
  if (cartonIds.length > 0) await readyCartons(tx, cartonIds);
  if (orderIds.length > 0) await readyOrders(tx, orderIds);
  const all = [...new Set([...orderIds, ...shipped.map((row) => row.order_id)])];
  const cartons = cartonIds.map((id) => ({ id, order_ids: all }));
  if (details) await setDetails(context, cartons, details);
  const ordersOf = (id: number) =>
    [...shiplines, ...shipped].flatMap(({ ship_id, order_id }) =>
      ship_id === id && order_id !== null ? [order_id] : [],
    );
  await recordEvent(
    context,
    ...shipIds.map((id) => ({ event: 'ship.finished', id, orders: [...new Set(ordersOf(id))] }) as const),
  );
}
