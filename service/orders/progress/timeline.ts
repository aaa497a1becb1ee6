import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/problems/problems.ts';
import { type TimelineEntry, timelineEntries } from '../../platform/records/timeline.ts';

/** Reads all events of an order with their actors, the first event first. @throws record.unknown */
export async function timelineOf(database: Database, orderId: number): Promise<TimelineEntry[]> {
  const entries = await timelineEntries(database, sql`h.order_ids @> array[${orderId}::int]`);
  if (entries.length === 0) {
    const order = await sql`select 1 from salesorder where id = ${orderId}`.execute(database.readPool);
    if (order.rows.length === 0) throw problem('record.unknown', `There is no sales order ${orderId}.`);
  }
  return entries;
}
