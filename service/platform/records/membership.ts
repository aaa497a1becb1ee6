import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';
import { unknownRecord } from './refusals.ts';

/** A kind of group, and the table that assigns records to it. */
export interface Membership {
  readonly group: 'customergroup' | 'partgroup';
  readonly table: 'customer_customergroup' | 'part_partgroup';
  readonly member: 'customer_id' | 'part_id';
}

/**
 * Assigns a record to exactly these groups (`group_ids` of its body).
 * @throws 422 `reference.unknown` for a group that does not exist
 */
export async function setGroups(tx: Tx, { group, table, member }: Membership, id: number, groupIds: readonly number[]) {
  const [pairs, to, from] = [sql.table(table), sql.ref(`${group}_id`), sql.ref(member)];
  const { rows } = await sql<{ id: number }>`
    -- Assigns the record to the groups, and returns the groups that do not exist.
    with removed as (delete from ${pairs} where ${from} = ${id} and not ${to} = any(${groupIds}::bigint[])),
    added as (
      insert into ${pairs} (${from}, ${to})
      select ${id}, g.id from ${sql.table(group)} g where g.id = any(${groupIds}::bigint[]) on conflict do nothing)
    select requested.id from unnest(${groupIds}::bigint[]) as requested(id)
    where not exists (select from ${sql.table(group)} g where g.id = requested.id)`.execute(tx);
  const [unknown] = rows;
  if (unknown) throw unknownRecord(`/group_ids/${groupIds.indexOf(unknown.id)}`, 'group', unknown.id);
}
