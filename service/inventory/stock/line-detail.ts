import { type RawBuilder, sql } from 'kysely';

/** Part of an order to be worked on: this much of a line, in units of the line; all that is open where no qty is said. */
export interface LineDetail {
  line_id: number;
  qty?: string | null;
}

/** Ids of the lines; null where nothing is said of lines, which means all of them. */
export const lineIdsOf = (lines: readonly LineDetail[] | null): number[] | null =>
  lines?.map((line) => line.line_id) ?? null;

/** SQL: the details as rows `(line_id, qty)`; none where nothing is said of lines. */
export const detailRows = (lines: readonly LineDetail[] | null): RawBuilder<unknown> => sql`
  select line_id, qty from jsonb_to_recordset(${JSON.stringify(lines ?? [])}::jsonb) as d(line_id int, qty numeric)`;
