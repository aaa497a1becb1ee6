import { sql } from 'kysely';
import type { Tx } from '../platform/database/operation.ts';
import { firstRow } from '../platform/database/rows.ts';

/** Serializes the changes of bills and aliases: two at the same time could close a circle that neither of them sees. */
export async function lockInsides(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('billofmaterial'))`.execute(tx);
}

/** Returns whether a part contains another one, at any depth, through bills of material and aliases. */
export async function hasInside(tx: Tx, outerId: number, partId: number): Promise<boolean> {
  await lockInsides(tx);
  const query = sql<{ inside: boolean }>`
    -- Follows the bills and the aliases of the outer part.
    with recursive inside (part_id) as (
      select ${outerId}::bigint
      union
      select c.part_id from inside i
      cross join lateral (
        select l.part_id from billofmaterial b join billofmaterialline l on l.billofmaterial_id = b.id where b.part_id = i.part_id
        union all
        select p.parent_part_id from part p where p.id = i.part_id and p.parent_part_id is not null) c
    )
    select exists (select from inside where part_id = ${partId}) as inside`;
  return firstRow(await query.execute(tx)).inside;
}
