import { sql } from 'kysely';
import { type LineDetail, lineIdsOf } from '../../inventory/stock/line-detail.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Takes off open ships what holds something of these lines; it is on none then. A carton on a pallet stays: somebody has put it
 * there. A ship of which everything holds something of them stays as it is.
 * @param begun open ships that take nothing but of the orders of the lines, which are locked
 * @returns ships to go on with
 */
export async function splitFromOpenShips(
  tx: Tx,
  begun: readonly number[],
  lines: readonly LineDetail[],
): Promise<number[]> {
  if (begun.length === 0) return [];
  const lineIds = lineIdsOf(lines);
  const { rows } = await sql<{ id: number }>`
    with asked as (
      select s.id, s.ship_id, c.pallet_id is not null as stacked from shipline s left join carton c on c.id = s.carton_id
      where s.ship_id = any(${begun}::int[]) and (
        exists (
          select 1 from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
          where i.location_id = c.location_id and r.line_id = any(${lineIds}::int[]))
        or exists (
          select 1 from work w join work p on p.line_id = w.line_id and p.part_id = w.part_id and p.task_id = ${sql.lit(task.pick)}
          where w.order_id = s.order_id and w.task_id = ${sql.lit(task.ship)} and w.line_id = any(${lineIds}::int[])
            and p.qty_done > w.qty_done))
    ), whole as (
      select ship_id from asked group by ship_id
      having count(*) = (select count(*) from shipline s where s.ship_id = asked.ship_id)
    ), off as (
      delete from shipline where id in (
        select id from asked where not stacked and ship_id not in (select ship_id from whole))
    )
    select ship_id as id from whole order by ship_id`.execute(tx);
  return rows.map(({ id }) => id);
}
