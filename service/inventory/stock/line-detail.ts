import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../platform/database/row.ts';

/** Units of a part for an order line, in units of the part. */
export type LineQuantity = Row<'work', 'order_id' | 'line_id' | 'part_id' | 'qty'>;

/** Part of an order to be worked on: this quantity of a line, in units of the line. Without a quantity, all open units of it. */
export interface LineDetail {
  line_id: number;
  qty?: string | null;
}

/** Returns the ids of the lines; null for null, which stands for all lines. */
export const lineIdsOf = (lines: readonly LineDetail[] | null): number[] | null =>
  lines?.map((line) => line.line_id) ?? null;

/** Returns the SQL of the details as rows `(line_id, qty)`; no rows for null. */
export const detailRows = (lines: readonly LineDetail[] | null): RawBuilder<unknown> => sql`
  select line_id, qty from jsonb_to_recordset(${JSON.stringify(lines ?? [])}::jsonb) as d(line_id bigint, qty numeric)`;
