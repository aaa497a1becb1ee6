import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';

/**
 * A carton is of another type than before: where things lie in it is no longer as it was worked out, and it weighs as much more
 * or less as the types do empty. The box that it was in is there for others.
 * @param former its type until now
 * @param weighs whether its weight is that of then
 */
export async function rebox(tx: Tx, cartonId: number, former: number | null, weighs: boolean): Promise<void> {
  await sql`
    with boxes as (
      update cartontype t set supply = least(greatest(t.supply::bigint + case when t.id = ${former}::int then 1 else -1 end, 0), 2147483647),
        updated_at = now()
      from carton k
      where k.id = ${cartonId} and t.id in (${former}::int, k.cartontype_id) and t.supply is not null
    )
    update carton c set placements = null, refused_smaller = null,
      weight_g = case when ${weighs} and c.weight_g is not null
        then least(greatest(c.weight_g::bigint + coalesce(box.empty_weight_g, 0) - coalesce(was.empty_weight_g, 0), 0), 2147483647)
        else c.weight_g end
    from carton k
    left join cartontype box on box.id = k.cartontype_id left join cartontype was on was.id = ${former}::int
    where k.id = ${cartonId} and c.id = k.id`.execute(tx);
}
