import { sql } from 'kysely';
import { kindsOfOrders } from '../orders/resource.ts';
import type { Database } from '../platform/database/database.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { type Problem, problem } from '../platform/problems/problems.ts';

/** Returns what answers for records that are in an archive. Only orders have addresses that outlive them. */
export const archivedIn =
  (database: Database) =>
  async (word: string, id: number): Promise<Problem | null> =>
    kindsOfOrders.some(({ order }) => order.name === word) ? archivedOrder(database, id) : null;

async function archivedOrder({ readPool }: Database, id: number): Promise<Problem | null> {
  const { rows } = await sql<
    Row<'archived_order', 'number'> &
      Row<'archive_chunk', 'file'> & { archive: Column<'archived_order', 'archive_id'>; day: string }
  >`
    -- Reads which archive has an order.
    select a.number, a.archive_id as archive, c.file, to_char(a.archived_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from archived_order a join archive_chunk c on c.archive_id = a.archive_id and c.number = a.chunk
    where a.order_id = ${id}`.execute(readPool);
  const [found] = rows;
  if (!found) return null;
  const { number, archive, file, day } = found;
  const detail = `Sales order ${number} was archived on ${day}: it is in ${file} of the archive ${archive}. Ask an administrator for it.`;
  return problem('record.archived', detail, { number, archive, file });
}
