import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { isoTime, personName } from '../database/sql-forms.ts';
import { noSuch } from './refusals.ts';

/** Something that happened to a record, and who did it: a line of the audit trail. */
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

/**
 * Everything that happened to a record that is no part of an order; the first first. It outlives the record.
 * @throws record.unknown where there is no such record, and never was
 */
export async function timelineOfRecord(
  database: Database,
  record: { readonly name: string; readonly table: string },
  id: number,
): Promise<TimelineEntry[]> {
  const entries = await timelineEntries(
    database,
    sql`e.object = ${record.name} and h.object_id = ${id} and h.order_ids = '{}'`,
  );
  if (entries.length === 0) {
    const known = await sql`select 1 from ${sql.table(record.table)} where id = ${id}`.execute(database.readPool);
    if (known.rows.length === 0) throw noSuch(record.name, id);
  }
  return entries;
}

/** @param condition on the happening `h` and its event `e` */
export async function timelineEntries(database: Database, condition: RawBuilder<unknown>): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    select ${isoTime('h.at')} as at, e.name as event, e.object, h.object_id, h.detail,
      n.name as by, case when a.id is not null then json_build_object('id', a.id, 'name', n.name) end as "user",
      h.user_agent, h.request_id
    from event_log h join event e on e.id = h.event_id left join account a on a.id = h.account_id
    cross join lateral (select ${personName('a')} as name) n
    where ${condition} order by h.id`.execute(database.readPool);
  return rows;
}
