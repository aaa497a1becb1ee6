import { sql } from 'kysely';
import { permits } from '../platform/access/permissions.ts';
import type { Database } from '../platform/database/database.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { isoTime, personName } from '../platform/database/sql-forms.ts';
import type { TimelineEntry } from '../platform/records/timeline.ts';

/** An event of the log. */
export interface LoggedEvent extends TimelineEntry, Row<'event_log', 'id'> {
  /** The orders that it concerns. */
  readonly order_ids: Column<'event_log', 'order_ids'>;
}

export interface EventRange {
  /** The id before the first event. */
  readonly after: number;
  /** The id of the last event: at most the settled one (`SettledEvents`). */
  readonly upTo: number;
  /** The maximum number of events. */
  readonly limit: number;
}

/** Returns events of the log, in the order of their ids. Some ids have no event, because their transaction was rolled back. */
export async function readEvents(database: Database, { after, upTo, limit }: EventRange): Promise<LoggedEvent[]> {
  if (upTo <= after) return [];
  const { rows } = await sql<LoggedEvent>`
    -- Reads the next events of the log with their users.
    select l.id, ${isoTime('l.at')} as at, e.name as event, e.object, l.object_id, l.order_ids, l.detail, n.name as by,
      case when a.id is not null then json_build_object('id', a.id, 'name', n.name) end as "user", l.user_agent, l.request_id
    from event_log l join event e on e.id = l.event_id left join account a on a.id = l.account_id
    cross join lateral (select ${personName('a')} as name) n
    where l.id > ${after} and l.id <= ${upTo} order by l.id limit ${limit}`.execute(database.readPool);
  return rows;
}

/**
 * Returns whether a caller sees an event: with the permission to read the records of its kind, as for their timelines. A caller who
 * may read orders also sees all events that concern an order, as in its timeline.
 */
export function mayRead(permissions: ReadonlySet<string>, { object, order_ids: orders }: LoggedEvent): boolean {
  if (permits(permissions, `${object}.read`)) return true;
  return orders.length > 0 && permits(permissions, 'salesorder.read');
}
