import { sql } from 'kysely';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { task } from '../../platform/states/kinds.ts';

/**
 * Takes of open packs what is asked of these lines and more than is on no pack yet; it is on none then. What is in a carton
 * stays: somebody has packed it. A pack of which everything is asked stays as it is.
 * @param begun open packs that hold nothing but the orders of the lines, which are locked
 * @returns packs to go on with
 */
export async function splitFromOpenPacks(
  tx: Tx,
  begun: readonly number[],
  lines: readonly LineDetail[],
): Promise<number[]> {
  if (begun.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with detail as (${detailRows(lines)}
    ), asked as (
      select k.id as work_id, k.line_id, k.part_id, case when d.qty is not null then greatest(0, d.qty * k.per_unit - p.qty_done
        + coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0)) end as more
      from detail d join work k on k.line_id = d.line_id and k.task_id = ${sql.lit(task.pack)}
      join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = ${sql.lit(task.pick)}
    ), held as (
      select l.id, l.pack_id, l.work_id, l.qty, a.more,
        l.qty - coalesce((
          select sum(r.qty) from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
          where r.line_id = l.line_id and r.part_id = l.part_id and r.closed_at is null and c.pack_id = l.pack_id), 0) as loose,
        sum(l.qty) over (partition by l.work_id order by l.pack_id) as upto
      from asked a join packline l on l.work_id = a.work_id where l.pack_id = any(${begun}::int[])
    ), fitting as (
      select pack_id from held group by pack_id
      having bool_and(more is null or upto <= more) and sum(qty) = (select sum(l.qty) from packline l where l.pack_id = held.pack_id)
    ), offered as (
      select *, case when pack_id in (select pack_id from fitting) then qty else loose end as most from held
    ), shared as (
      select *, sum(most) over (partition by work_id order by pack_id) as upto_most from offered
    ), taken as (
      select id, pack_id, qty, greatest(0, least(most, coalesce(more - (upto_most - most), most))) as take from shared
    ), whole as (
      select pack_id from taken group by pack_id
      having sum(take) = (select sum(l.qty) from packline l where l.pack_id = taken.pack_id)
    ), off as (
      select * from taken where take > 0 and pack_id not in (select pack_id from whole)
    ), gone as (
      delete from packline l using off o where l.id = o.id and o.take = o.qty
    ), shrunk as (
      update packline l set qty = l.qty - o.take from off o where l.id = o.id and o.take < o.qty
    )
    select pack_id as id from whole order by pack_id`.execute(tx);
  return rows.map(({ id }) => id);
}
