import { sql } from 'kysely';
import { type LineDetail, lineIdsOf } from '../../inventory/stock/line-detail.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Takes cartons and orders with units of these lines off open ships. They are on no ship then. A carton on a pallet stays, because
 * a person has put it there. A ship stays unchanged where everything on it has units of the lines.
 * @param openShipIds open ships of the locked orders alone
 * @returns the unchanged ships
 */
export async function splitFromOpenShips(
  tx: Tx,
  openShipIds: readonly number[],
  lines: readonly LineDetail[],
): Promise<number[]> {
  if (openShipIds.length === 0) return [];
  const lineIds = lineIdsOf(lines);
  const { rows } = await sql<{ id: Column<'shipline', 'ship_id'> }>`
    -- Removes the lines from open ships. Ships without other lines keep theirs and are returned; so do pallets.
    with chosen as (
      select s.id, s.ship_id, c.pallet_id is not null as stacked from shipline s left join carton c on c.id = s.carton_id
      where s.ship_id = any(${openShipIds}::bigint[]) and (
        exists (
          select 1 from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
          where i.location_id = c.location_id and r.line_id = any(${lineIds}::bigint[]))
        or exists (
          select 1 from work w join work p on p.line_id = w.line_id and p.part_id = w.part_id and p.task_id = ${sql.lit(task.pick)}
          where w.order_id = s.order_id and w.task_id = ${sql.lit(task.ship)} and w.line_id = any(${lineIds}::bigint[])
            and p.qty_done > w.qty_done))
    ), whole as (
      select ship_id from chosen group by ship_id
      having count(*) = (select count(*) from shipline s where s.ship_id = chosen.ship_id)
    ), taken_off as (
      delete from shipline where id in (
        select id from chosen where not stacked and ship_id not in (select ship_id from whole))
    )
    select ship_id as id from whole order by ship_id`.execute(tx);
  return rows.map(({ id }) => id);
}
