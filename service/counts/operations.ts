import { sql } from 'kysely';
import { lockedRow, lockedRows } from '../platform/database/locks/record-lock.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { assertKnown, members } from '../platform/records/known.ts';
import { noSuch, unfit } from '../platform/records/refusals.ts';
import { locationType } from '../platform/states/kinds.ts';
import { countStates } from '../platform/states/states.ts';
import type { CountBody } from './schema.ts';

/** The most lines of a count: one transaction approves them. */
const mostLines = 10_000;

/** The places of a count: storage locations, parts, or parts at locations. Null for all of the site. */
export type CountPlaces = Pick<Row<'count', 'location_ids' | 'part_ids'>, 'location_ids' | 'part_ids'>;

/**
 * Creates a count, with a line for all units that the books have at its places.
 * @returns its id
 * @throws count.overlaps where an open count has some of the places: their differences would be moved twice
 */
export const createCount = operation('count.create', async (context: OperationContext, body: CountBody) => {
  const { tx, actor } = context;
  const { location_ids = null, part_ids = null } = body;
  await assertKnown(tx, 'location', members('location_ids', location_ids ?? []));
  await assertKnown(tx, 'part', members('part_ids', part_ids ?? []));
  const siteId = await lockSite(tx, body.site_id ?? actor.siteId);
  await assertOfSite(tx, siteId, location_ids ?? []);
  await assertApart(tx, siteId, { location_ids, part_ids });
  const insertion = sql<Row<'count', 'id'>>`
    -- Inserts the count.
    insert into count (site_id, blind, location_ids, part_ids, note, account_id)
    values (${siteId}, ${body.blind ?? false}, ${location_ids}::bigint[], ${part_ids}::bigint[], ${body.note ?? null}, ${actor.userId})
    returning id`;
  const { id } = firstRow(await insertion.execute(tx));
  const { numAffectedRows: lines = 0n } = await sql`
    -- Inserts a line for all units at the places, in walking order.
    insert into countline (count_id, part_id, location_id, lot, serial)
    select ${id}, i.part_id, i.location_id, i.lot, i.serial
    from inventory i join location l on l.id = i.location_id
    where l.site_id = ${siteId} and l.locationtype_id = ${sql.lit(locationType.storage)} and l.active and i.qty > 0
      and (${location_ids}::bigint[] is null or i.location_id = any(${location_ids}::bigint[]))
      and (${part_ids}::bigint[] is null or i.part_id = any(${part_ids}::bigint[]))
    order by l.name collate natural_order, l.id, i.part_id, i.id limit ${mostLines + 1}`.execute(tx);
  if (lines > mostLines)
    throw unfit('/location_ids', `has more than ${mostLines} lines: divide it into several counts`);
  await recordEvent(context, { event: 'count.created', id, detail: { lines: Number(lines) } });
  return id;
});

/** Ends a count without a change of stock. Repeating it changes nothing. */
export const cancelCount = operation('count.cancel', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const count = await lockCount(tx, id);
  if (countStates.repeated('cancel', count)) return;
  await sql`update count set status_id = ${countStates.id.Canceled}, updated_at = this_second() where id = ${id}`.execute(
    tx,
  );
  await recordEvent(context, { event: 'count.canceled', id });
});

export type LockedCount = Row<'count', 'id' | 'number' | 'site_id' | 'status_id' | 'location_ids' | 'part_ids'>;

/** Locks a count against all operations on it. It comes before the locks of orders and stock. @throws record.unknown */
export async function lockCount(tx: Tx, id: number): Promise<LockedCount> {
  const statement = sql<LockedCount>`
    -- Locks a count.
    select id, number, site_id, status_id, location_ids, part_ids from count where id = ${id} for no key update`;
  return lockedRow(tx, 'count', id, statement);
}

/** Locks the site, so that counts of it are created one after the other, and returns its id. */
async function lockSite(tx: Tx, siteId: number | null): Promise<number> {
  const statement = sql<{ site_id: number }>`
    -- Locks a site.
    select id as site_id from site where id = coalesce(${siteId}::bigint, (select min(s.id) from site s)) for no key update`;
  const [site] = await lockedRows(tx, { record: 'site', ids: siteId === null ? [] : [siteId] }, statement);
  if (!site) throw noSuch('site', siteId ?? 0);
  return site.site_id;
}

async function assertOfSite(tx: Tx, siteId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Row<'location', 'id' | 'name'>>`
    -- Finds a location that is no storage in use of the site.
    select id, name from location where id = any(${ids}::bigint[])
      and (site_id <> ${siteId} or locationtype_id <> ${sql.lit(locationType.storage)} or not active) order by id limit 1`.execute(
    tx,
  );
  const [other] = rows;
  if (other)
    throw unfit(
      `/location_ids/${ids.indexOf(other.id)}`,
      `must be a storage location of the site in use: ${other.name} is none`,
    );
}

async function assertApart(tx: Tx, siteId: number, { location_ids, part_ids }: CountPlaces): Promise<void> {
  const { rows } = await sql<{ id: number; number: Column<'count', 'number'> }>`
    -- Finds an open count of some of the places.
    select c.id, c.number from count c where c.site_id = ${siteId} and c.status_id = ${countStates.id.Open}
      and (c.location_ids is null or ${location_ids}::bigint[] is null or c.location_ids && ${location_ids}::bigint[])
      and (c.part_ids is null or ${part_ids}::bigint[] is null or c.part_ids && ${part_ids}::bigint[])
    order by c.id limit 1`.execute(tx);
  const [other] = rows;
  if (other) {
    throw problem(
      'count.overlaps',
      `Count ${other.number} is open and has some of the places. Approve or cancel it first.`,
      { count_id: other.id },
    );
  }
}
