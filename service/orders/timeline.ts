import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { problem } from '../problems.ts';

export interface TimelineEntry {
  at: string;
  event: string;
  object: string;
  object_id: number;
  detail: Record<string, unknown>;
  /** Who did it, by name. */
  by: string | null;
  user: { id: number; name: string } | null;
  user_agent: string | null;
  request_id: string | null;
}

/** Everything that happened to an order, and who did it; the first first. @throws record.unknown */
export async function timelineOf(database: Database, orderId: number): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    select to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS+00:00') as at, e.name as event, e.object, h.object_id, h.detail,
      n.name as by, case when a.id is not null then json_build_object('id', a.id, 'name', n.name) end as "user",
      h.user_agent, h.request_id
    from happening h join event e on e.id = h.event_id left join account a on a.id = h.account_id
    cross join lateral (select coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email) as name) n
    where h.order_ids @> array[${orderId}::int] order by h.id`.execute(database.reader);
  if (rows.length === 0) {
    const known = await sql`select 1 from salesorder where id = ${orderId}`.execute(database.reader);
    if (known.rows.length === 0) throw problem('record.unknown', `There is no sales order ${orderId}.`);
  }
  return rows;
}
