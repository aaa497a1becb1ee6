import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { listed } from '../platform/listing/declaration/parameters.ts';
import { resources } from '../platform/listing/declaration/registry.ts';
import { embedTree } from '../platform/listing/embed.ts';
import { filterExpression } from '../platform/listing/filter.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { noSuch, unknownRecord } from '../platform/records/refusals.ts';

/** The kind of record that an event sends. */
export interface EventObject {
  /** Name of the event. */
  readonly name: Column<'event', 'name'>;
  /** Name of the resource of the record. */
  readonly object: Column<'event', 'object'>;
}

/**
 * Checks that the caller may read the records that an event sends. A delivery contains a whole record.
 * @param parameter the field of the request that names the event, if it has one
 * @throws permission.missing
 */
export function assertObject({ name, object }: EventObject, readAccess: ReadAccess | null, parameter?: string): void {
  const permission = readAccess?.lacks(object) ?? null;
  if (permission === null) return;
  const detail = `${name} sends whole ${object} records, which needs the permission ${permission}. An administrator can give it.`;
  throw problem('permission.missing', detail, { permission, name, ...(parameter === undefined ? {} : { parameter }) });
}

interface EventChoice {
  readonly eventIds: readonly number[];
  /** The field that names them. */
  readonly field: 'event_id' | 'event_ids';
  readonly filter: string | null | undefined;
  readonly embed: string | null | undefined;
  readonly readAccess: ReadAccess | null;
  /** True if the webhook sends the object of the event somewhere new, and the caller must be able to read it. */
  readonly tells: boolean;
}

/**
 * Checks the events, the filter and the embed of a webhook. Each kind of record must have the fields of the filter and the embed.
 * @throws reference.unknown; permission.missing; filter.invalid; query.unknown-relation
 */
export async function checkEvent(
  { tx }: OperationContext,
  { eventIds, field, filter, embed, readAccess, tells }: EventChoice,
): Promise<void> {
  const { rows } = await sql<EventObject & Row<'event', 'id'>>`
    select id, name, object from event where id = any(${eventIds}::bigint[]) order by id`.execute(tx);
  const unknown = eventIds.find((id) => !rows.some((event) => event.id === id));
  if (unknown !== undefined) throw unknownRecord(`/${field}`, 'event', `${unknown}: GET /event lists them`);
  if (tells) for (const event of rows) assertObject(event, readAccess, field);
  for (const object of new Set(rows.map((event) => event.object))) {
    if (filter?.trim()) filterExpression(resources.get(object), filter, readAccess);
    if (embed) embedTree(resources.get(object), listed([embed]), readAccess);
  }
}

/**
 * Returns the bytes of a delivery.
 * @throws record.unknown; permission.missing if the caller may not read the object of the event
 */
export async function deliveryBody(
  { kysely }: Pick<Database, 'kysely'>,
  id: number,
  readAccess: ReadAccess | null,
): Promise<string> {
  const { rows } = await sql<EventObject & Row<'webhookdelivery', 'body'>>`
    -- Selects the bytes of a delivery, and the kind of record in them.
    select e.name, e.object, d.body from webhookdelivery d join event e on e.id = d.event_id where d.id = ${id}`.execute(
    kysely,
  );
  if (!rows[0]) throw noSuch('webhookdelivery', id);
  assertObject(rows[0], readAccess);
  return rows[0].body;
}
