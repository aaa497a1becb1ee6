import { type RawBuilder, sql } from 'kysely';

/**
 * SQL of CTEs that make records of one kind: one for all rows, or one for each order. The CTE `made` has their ids with the
 * `owner`: the order, or 0 where the record is for all.
 * @param rows the CTE with the rows that go onto the records; without rows, no record is made
 * @param owner SQL of the owner of a row, see `ownerOf`
 */
export function makeRecords(
  kind: 'pick' | 'pack' | 'ship' | 'pickup',
  rows: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  values: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`owner as (
      select owner, row_number() over (order by owner) as position from (select distinct owner from ${rows}) o
    ), new_record as (
      insert into ${sql.table(kind)} (${columns}) select ${values} from owner order by owner returning id
    ), made as (
      select n.id, o.owner from (select id, row_number() over (order by id) as position from new_record) n join owner o using (position)
    )`;
}

/** SQL of the owner of a record: the order in this column where each order gets a record of its own, and 0 otherwise. */
export const ownerOf = (apart: boolean, column: string): RawBuilder<unknown> =>
  apart ? sql.ref(column) : sql`0::bigint`;
