import { sql } from 'kysely';
import type { LockedOrder } from '../../platform/database/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { bookWork } from '../work/book-work.ts';
import { dropCartons } from '../work/drop-cartons.ts';
import { readyCartons } from '../work/ready.ts';
import { setDetails, type TaskDetails } from './carton-details.ts';
import { cartonStates, packStates } from './states.ts';

/** Finishes packs of which nothing is loose. */
export async function finishPacks(
  context: OperationContext,
  packIds: readonly number[],
  orders: readonly LockedOrder[],
  details?: TaskDetails,
): Promise<void> {
  const { tx } = context;
  const packed = await sql<{ pack_id: number; order_id: number; line_id: number; part_id: number; qty: string }>`
    with closed as (
      update pack set status_id = ${sql.lit(packStates.id.Finished)}, finished_at = now(), updated_at = now() where id = any(${packIds}::int[])
    )
    select pack_id, order_id, line_id, part_id, sum(qty) as qty from packline where pack_id = any(${packIds}::int[])
    group by pack_id, order_id, line_id, part_id`.execute(tx);
  const cartons = await closeCartons(context, packIds);
  if (details) await setDetails(context, cartons, details);
  await bookWork(tx, 'pack', packed.rows);
  const shipped = new Set(orders.filter((order) => order.required.includes('ship')).map((order) => order.id));
  const ready = cartons.filter((carton) => !carton.order_ids.some((id) => shipped.has(id)));
  if (ready.length > 0)
    await readyCartons(
      tx,
      ready.map((carton) => carton.id),
    );
  await recordEvent(
    context,
    ...packIds.map((id) => {
      const own = packed.rows.filter((line) => line.pack_id === id);
      return { event: 'pack.finished', id, orders: own.map((line) => line.order_id) } as const;
    }),
    ...cartons.map((carton) => ({ event: 'carton.closed', id: carton.id, orders: carton.order_ids }) as const),
  );
}

/** Closes the cartons of packs, with what they weigh where that is known, and drops the empty ones. */
async function closeCartons(
  context: OperationContext,
  packIds: readonly number[],
): Promise<{ id: number; order_ids: number[] }[]> {
  const { rows } = await sql<{ id: number; order_ids: number[] | null }>`
    with held as (
      select c.id, array_agg(distinct r.order_id) filter (where r.id is not null) as order_ids,
        case when bool_and(p.weight_g is not null)
          then least(ceil(sum(r.qty * p.weight_g) + coalesce(max(t.empty_weight_g), 0)), 2147483647)::int end as weight_g
      from carton c
      left join cartontype t on t.id = c.cartontype_id
      left join inventory i on i.location_id = c.location_id
      left join reservation r on r.inventory_id = i.id
      left join part p on p.id = r.part_id
      where c.pack_id = any(${packIds}::int[]) group by c.id
    ), closed as (
      update carton c set status_id = ${sql.lit(cartonStates.id.Closed)}, weight_g = coalesce(c.weight_g, h.weight_g), updated_at = now()
      from held h where c.id = h.id and h.order_ids is not null
      returning c.id, h.order_ids
    )
    select id, order_ids from closed union all select id, null from held where order_ids is null order by 1`.execute(
    context.tx,
  );
  const empty = rows.filter(({ order_ids }) => order_ids === null);
  await dropCartons(
    context,
    empty.map(({ id }) => ({ id, orders: [] })),
  );
  return rows.flatMap(({ id, order_ids }) => (order_ids === null ? [] : [{ id, order_ids }]));
}
