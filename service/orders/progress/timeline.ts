import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/problems/problems.ts';
import { type TimelineEntry, timelineEntries } from '../../platform/records/timeline.ts';

/** Everything that happened to an order, and who did it; the first first. @throws record.unknown */
export async function timelineOf(database: Database, orderId: number): Promise<TimelineEntry[]> {
  const entries = await timelineEntries(database, sql`h.order_ids @> array[${orderId}::int]`);
  if (entries.length === 0) {
    const known = await sql`select 1 from salesorder where id = ${orderId}`.execute(database.readPool);
    if (known.rows.length === 0) throw problem('record.unknown', `There is no sales order ${orderId}.`);
  }
  return entries;
}
