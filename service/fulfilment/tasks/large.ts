import { sql } from 'kysely';
import { linesForBackground } from '../../../workflows/contract/background.ts';
import type { Database } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';

/** The part of a request that decides how large its task is. */
interface TaskRequest {
  readonly order_id: readonly number[];
  readonly line_details?: readonly unknown[] | undefined;
}

/** Returns whether a task has so many order lines that it runs in the background. */
export async function isLarge(database: Database, { order_id, line_details }: TaskRequest): Promise<boolean> {
  if (line_details && line_details.length > 0) return line_details.length >= linesForBackground;
  const result = await sql<{ large: boolean }>`
    -- Whether the orders of a task have many lines. It counts no further than needed.
    select count(*) >= ${linesForBackground} as large from (
      select 1 from salesorderline where salesorder_id = any(${order_id}::bigint[]) limit ${linesForBackground}
    ) as lines`.execute(database.kysely);
  return firstRow(result).large;
}
