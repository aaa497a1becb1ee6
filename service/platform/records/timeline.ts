import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Column, Row } from '../database/row.ts';
import { isoTime, personName } from '../database/sql-forms.ts';
import { noSuch } from './refusals.ts';

/** An entry of a timeline: an event of a record, and the user who caused it. */
export interface TimelineEntry
  extends Row<'event', 'object'>,
    Row<'event_log', 'object_id' | 'user_agent' | 'request_id'> {
  at: string;
  event: Column<'event', 'name'>;
  detail: Record<string, unknown>;
  /** The name of the user. */
  by: string | null;
  user: { id: number; name: string } | null;
}

/**
 * Returns all events of a record, oldest first. They stay after the record is deleted. Those of a record that belongs to an order are then
 * in the timeline of the order alone.
 * @param byOrder the column with the order of a record
 * @throws record.unknown if the record has never existed, or belonged to an order
 */
export async function timelineOfRecord(
  database: Database,
  record: { readonly name: string; readonly table: string },
  id: number,
  byOrder: string | null = null,
): Promise<TimelineEntry[]> {
  const query = sql<{ order_id: number | null }>`
    -- Reads the order of a record.
    select ${byOrder === null ? sql`null::bigint` : sql.ref(byOrder)} as order_id from ${sql.table(record.table)} where id = ${id}`;
  const [known] = (await query.execute(database.readPool)).rows;
  const orderId = known?.order_id ?? null;
  // The events of orders have an index of their own.
  const orders = orderId === null ? sql`l.order_ids = '{}'` : sql`l.order_ids @> array[${orderId}::bigint]`;
  const entries = await timelineEntries(database, sql`e.object = ${record.name} and l.object_id = ${id} and ${orders}`);
  if (entries.length === 0 && !known) throw noSuch(record.name, id);
  return entries;
}

/**
 * Returns timeline entries, oldest first.
 * @param condition on the logged event `l` and its kind `e`
 */
export async function timelineEntries(database: Database, condition: RawBuilder<unknown>): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    -- Reads the entries of a timeline with their users.
    select ${isoTime('l.at')} as at, e.name as event, e.object, l.object_id, l.detail,
      n.name as by, case when a.id is not null then json_build_object('id', a.id, 'name', n.name) end as "user",
      l.user_agent, l.request_id
    from event_log l join event e on e.id = l.event_id left join account a on a.id = l.account_id
    cross join lateral (select ${personName('a')} as name) n
    where ${condition} order by l.id`.execute(database.readPool);
  return rows;
}
