import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';
import { unknownRecord } from './refusals.ts';

/** Which records belong to which groups: the groups and the table of pairs. */
export interface Membership {
  readonly group: 'customergroup' | 'partgroup';
  readonly table: 'customer_customergroup' | 'part_partgroup';
  readonly member: 'customer_id' | 'part_id';
}

/**
 * Makes a record belong to exactly these groups (`group_ids` of its body).
 * @throws 422 `reference.unknown` on the group that does not exist
 */
export async function setGroups(tx: Tx, { group, table, member }: Membership, id: number, groupIds: readonly number[]) {
  const [pairs, to, from] = [sql.table(table), sql.ref(`${group}_id`), sql.ref(member)];
  const { rows } = await sql<{ id: number }>`
    with gone as (delete from ${pairs} where ${from} = ${id} and not ${to} = any(${groupIds}::int[])),
    added as (
      insert into ${pairs} (${from}, ${to})
      select ${id}, g.id from ${sql.table(group)} g where g.id = any(${groupIds}::int[]) on conflict do nothing)
    select given.id from unnest(${groupIds}::int[]) as given(id)
    where not exists (select from ${sql.table(group)} g where g.id = given.id)`.execute(tx);
  if (rows[0]) throw unknownRecord(`/group_ids/${groupIds.indexOf(rows[0].id)}`, 'group', rows[0].id);
}
