import { type RawBuilder, sql } from 'kysely';
import { foldedSql } from '../../../expressions/folding.ts';

/**
 * SQL of the number that a record gets when none was given: its own id behind a prefix, with a further figure where somebody
 * has given that number by hand before.
 * @param first SQL text of the first number, such as `'C-' || numbered.id`: named with its row, since the table has an id as well
 */
export function freeNumber(table: 'customer' | 'salesorder' | 'quote', first: RawBuilder<string>): RawBuilder<string> {
  const taken = (candidate: RawBuilder<string>) => sql`exists (select from ${sql.table(table)} as other
    where ${sql.raw(foldedSql('other.number'))} = lower((${candidate}) collate "und-x-icu"))`;
  return sql<string>`(case when not ${taken(first)} then ${first} else (
    select candidate from (
      select place, ${first} || '-' || place as candidate from generate_series(2, 100) as place) as candidates
    where not ${taken(sql`candidate`)}
    order by place limit 1) end)`;
}

/** SQL of the next id of a table, for statements that need it before the row is there. */
export const nextId = (table: string): RawBuilder<number> =>
  sql<number>`nextval(pg_get_serial_sequence(${table}, 'id'))::int`;
