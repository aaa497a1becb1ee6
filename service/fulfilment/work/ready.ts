import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { task } from '../../platform/states/kinds.ts';
import { cartonStates } from '../../platform/states/states.ts';

/** Makes closed cartons ready for pickup: one pickupline for each, with the orders whose units are in it. */
export async function readyCartons(tx: Tx, cartonIds: readonly number[]): Promise<void> {
  await sql`
    -- Inserts a pickupline for each carton that has none, with the orders of its units.
    with new_line as (
      insert into pickupline (site_id, carton_id)
      select l.site_id, c.id from carton c join location l on l.id = c.location_id
      where c.id = any(${cartonIds}::bigint[]) order by c.id
      on conflict do nothing returning id, carton_id
    )
    insert into pickupline_order (pickupline_id, order_id)
    select distinct m.id, r.order_id from new_line m
    join carton c on c.id = m.carton_id
    join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null`.execute(tx);
}

/**
 * Makes closed cartons ready for pickup that have nothing left to ship. Their ship step was skipped, or the order that had one
 * has left the carton.
 * @param among SQL of ids of cartons
 */
export async function readyUnshipped(tx: Tx, among: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Row<'carton', 'id'>>`
    -- Finds the closed cartons that are on no ship and have no open ship step.
    select c.id from carton c
    where c.id in (${among}) and c.status_id = ${sql.lit(cartonStates.id.Closed)}
      and not exists (select 1 from shipline s where s.carton_id = c.id)
      and not exists (
        select 1 from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
        join work w on w.order_id = r.order_id and w.task_id = ${sql.lit(task.ship)} and w.qty_done < w.qty
        where i.location_id = c.location_id)`.execute(tx);
  if (rows.length === 0) return;
  await readyCartons(
    tx,
    rows.map((row) => row.id),
  );
}

/**
 * Makes orders without a pack step ready for pickup: one open pickupline for each order that has units which the step before the
 * pickup has finished and nobody has picked up. An order without any stock is ready at once.
 */
export async function readyOrders(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`
    -- Inserts a pickupline for each order that has units to pick up, or has no stock at all.
    with new_line as (
      insert into pickupline (site_id, order_id)
      select o.site_id, o.id from salesorder o
      where o.id = any(${orderIds}::bigint[]) and (
        not exists (select 1 from work w where w.order_id = o.id and w.stocked)
        or exists (
          select 1 from work w
          cross join lateral (
            select b as work, b.qty_done from work b where b.line_id = w.line_id and b.part_id = w.part_id and b.task_id < ${sql.lit(task.pickup)}
            order by b.task_id desc limit 1) before
          where w.order_id = o.id and w.task_id = ${sql.lit(task.pickup)}
            and case when before.qty_done > w.qty_done then qty_ready(before.work) > w.qty_done end))
      order by o.id
      on conflict do nothing returning id, order_id
    )
    insert into pickupline_order (pickupline_id, order_id) select id, order_id from new_line`.execute(tx);
}
