import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';

/** Units of a pack that are in no carton yet. */
export interface Loose {
  pack_id: number;
  order_id: number;
  line_id: number;
  part_id: number;
  part: string;
  qty: string;
}

/** What packs still have to put into cartons: what they are for less what their cartons hold, by line and part. */
export async function looseUnits(tx: Tx, packIds: readonly number[]): Promise<Loose[]> {
  const { rows } = await sql<Loose>`
    with wanted as (
      select pack_id, order_id, line_id, part_id, sum(qty) as qty from packline
      where pack_id = any(${packIds}::int[]) group by pack_id, order_id, line_id, part_id
    ), packed as (
      select c.pack_id, r.line_id, r.part_id, sum(r.qty) as qty
      from carton c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where c.pack_id = any(${packIds}::int[]) group by c.pack_id, r.line_id, r.part_id
    )
    select w.pack_id, w.order_id, w.line_id, w.part_id, p.number as part, w.qty - coalesce(k.qty, 0) as qty
    from wanted w join part p on p.id = w.part_id
    left join packed k on k.pack_id = w.pack_id and k.line_id = w.line_id and k.part_id = w.part_id
    where w.qty > coalesce(k.qty, 0)
    order by w.pack_id, w.line_id, w.part_id`.execute(tx);
  return rows;
}
