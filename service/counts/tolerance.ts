import { sql } from 'kysely';
import type { Tolerance } from '../../config/receiving.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';

/** SQL: whether a line differs from the books beyond the tolerance. */
export const isBeyond = ({ units, percent }: Tolerance) =>
  sql<boolean>`(abs(qty - qty_expected) > greatest(${units}::numeric, qty_expected * ${percent}::numeric / 100))`;

/** Returns the lines that differ beyond the tolerance and were counted once. */
export async function linesToRecount(tx: Tx, countId: number, tolerance: Tolerance): Promise<number[]> {
  const { rows } = await sql<Row<'countline', 'id'>>`
    -- Finds the lines that differ from the books beyond the tolerance.
    select id from countline where count_id = ${countId} and counts = 1 and ${isBeyond(tolerance)} order by id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
