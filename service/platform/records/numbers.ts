import { type RawBuilder, sql } from 'kysely';
import { foldedSql } from '../../../lib/expressions/folding.ts';

/**
 * Returns SQL for the default number of a record: a prefix and its id. If another record has this number already, a suffix
 * follows: `-2`, `-3`, up to `-100`.
 * @param first SQL text of the first number, such as `'C-' || numbered.id`. It names its row, because the table has a column
 * `id` too.
 */
export function freeNumber(
  table: 'customer' | 'salesorder' | 'quote' | 'receipt',
  first: RawBuilder<string>,
): RawBuilder<string> {
  const isUsed = (candidate: RawBuilder<string>) => sql`exists (select from ${sql.table(table)} as other
    where ${sql.raw(foldedSql('other.number'))} = lower((${candidate}) collate "und-x-icu"))`;
  return sql<string>`(case when not ${isUsed(first)} then ${first} else (
    select candidate from (
      select place, ${first} || '-' || place as candidate from generate_series(2, 100) as place) as candidates
    where not ${isUsed(sql`candidate`)}
    order by place limit 1) end)`;
}

/** Returns SQL for the next id of a table, for statements that need it before they insert the row. */
export const nextId = (table: string): RawBuilder<number> =>
  sql<number>`nextval(pg_get_serial_sequence(${table}, 'id'))`;
