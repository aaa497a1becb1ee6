import { sql } from 'kysely';
import type { Tx } from '../platform/database/operation.ts';

/** Changes of what is inside of what go one after the other: two at once could close a circle that neither of them sees. */
export async function lockInsides(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('billofmaterial'))`.execute(tx);
}

/** Whether a kit has a part inside, however deep, or an alias stands for one that has. */
export async function hasInside(tx: Tx, outerId: number, partId: number): Promise<boolean> {
  await lockInsides(tx);
  const { rows } = await sql<{ found: boolean }>`
    with recursive inside (part_id) as (
      select ${outerId}::int
      union
      select c.part_id from inside i
      cross join lateral (
        select l.part_id from billofmaterial b join billofmaterialline l on l.billofmaterial_id = b.id where b.part_id = i.part_id
        union all
        select p.parent_part_id from part p where p.id = i.part_id and p.parent_part_id is not null) c
    )
    select exists (select from inside where part_id = ${partId}) as found`.execute(tx);
  return rows[0]!.found;
}
