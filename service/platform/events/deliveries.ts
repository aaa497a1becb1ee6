import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { traceparent } from '../../../tracing/tracing.ts';
import type { OperationContext, Tx } from '../database/operation.ts';
import { resources } from '../listing/declaration/registry.ts';
import { filterExpression } from '../listing/filter.ts';
import { item } from '../listing/list.ts';
import type { Queryable } from '../listing/queryable.ts';
import { everything } from '../listing/read-access.ts';
import { Problem } from '../problems/problems.ts';

/** Something that happened, and that at least one webhook waits for. */
export interface Awaited {
  /** Id of the happening: it grows with each event of an object, since the object is locked while it is written. */
  readonly sequence: string;
  readonly event_id: number;
  readonly event: string;
  readonly object: string;
  readonly object_id: number;
}

interface Waiting {
  readonly id: number;
  readonly event_id: number;
  readonly filter: string | null;
}

/** A record as webhooks are told of it. */
export interface Seen {
  /** As `GET` would show it. */
  readonly body: string;
  /** The webhooks that wait for the event, and whose filter the record meets. */
  readonly webhookIds: readonly number[];
}

/** SQL of the happenings of `written` that a webhook waits for. Asked with every operation, and so without another statement. */
export const awaitedOf = (written: string): RawBuilder<Awaited> =>
  sql.raw(`
  select w.id as sequence, w.event_id, e.name as event, e.object, w.object_id
  from ${written} w join event e on e.id = w.event_id
  where exists (select 1 from webhook h where h.event_id = w.event_id and h.active)
  order by w.id`);

/**
 * Writes what webhooks are told: the object as it is now, at the end of the transaction that changed it, for every webhook whose
 * filter it meets; and has the engine deliver it.
 * @param deletions what was deleted, as it was before, by `keyOf`
 */
export async function deliverLater(
  context: OperationContext,
  awaited: readonly Awaited[],
  deletions: ReadonlyMap<string, Seen>,
): Promise<void> {
  const { tx } = context;
  const { rows: webhooks } = await sql<Waiting>`
    select id, event_id, filter from webhook
    where active and event_id = any(${awaited.map(({ event_id }) => event_id)}::int[]) order by id`.execute(tx);
  const deliveries: object[] = [];
  for (const { event, object, ...recorded } of awaited) {
    const waiting = webhooks.filter(({ event_id }) => event_id === recorded.event_id);
    const found =
      deletions.get(keyOf(event, recorded.object_id)) ?? (await seen(tx, object, recorded.object_id, waiting));
    // Made and gone in one transaction: nobody could ever have seen it.
    if (found === null) continue;
    for (const webhook_id of found.webhookIds) deliveries.push({ ...recorded, webhook_id, body: found.body });
  }
  await writeDeliveries(context, deliveries);
}

export const keyOf = (event: string, id: number): string => `${event} ${id}`;

/**
 * Records that are about to be deleted, for whoever waits for that. Where nobody does, it costs one look-up.
 * @returns by id; nothing where nobody does
 */
export async function seenBeforeDeletion(tx: Tx, event: string, ids: readonly number[]): Promise<Map<number, Seen>> {
  const { rows } = await sql<Waiting & { object: string }>`
    select w.id, w.event_id, w.filter, e.object from webhook w join event e on e.id = w.event_id
    where e.name = ${event} and w.active order by w.id`.execute(tx);
  const found = new Map<number, Seen>();
  for (const id of rows[0] ? ids : []) {
    const record = await seen(tx, rows[0]!.object, id, rows);
    if (record) found.set(id, record);
  }
  return found;
}

async function seen(tx: Tx, object: string, id: number, waiting: readonly Waiting[]): Promise<Seen | null> {
  const body = await item(queryable(tx), resources.get(object), id);
  if (body === null) return null;
  const webhookIds: number[] = [];
  for (const { id: webhookId, filter } of waiting) {
    if (filter === null || (await meets(tx, object, id, filter))) webhookIds.push(webhookId);
  }
  return { body, webhookIds };
}

/**
 * Has the engine try to deliver.
 * @param deliveries with `webhook_id`, `event_id`, `object_id`, `sequence`, `body`
 * @returns their ids
 */
export async function writeDeliveries(
  { tx, actor }: OperationContext,
  deliveries: readonly object[],
): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body)
      select webhook_id, event_id, object_id, sequence, body
      from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
        as d(webhook_id int, event_id int, object_id int, sequence bigint, body text)
      returning id, webhook_id, event_id, object_id
    ), telling as (
      insert into outbox (workflow_id, kind, payload, request_id, traceparent)
      select concat_ws('/', 'webhook', m.webhook_id, m.id), 'deliver', jsonb_build_object(
        'delivery', m.id, 'webhook', m.webhook_id, 'event', e.name, 'object', m.object_id, 'url', h.url, 'again', false),
        ${actor.requestId}::text, ${traceparent()}::text
      from made m join event e on e.id = m.event_id join webhook h on h.id = m.webhook_id
    )
    select id from made order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A filter that does not fit any more, since a version of the service changed a name, keeps nothing back. */
async function meets(tx: Tx, object: string, id: number, filter: string): Promise<boolean> {
  const resource = resources.get(object);
  try {
    const scope = { sql: filterExpression(resource, filter, everything) };
    return (await item(queryable(tx), resource, id, { fields: resource.key.name, scope })) !== null;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}

const queryable = (tx: Tx): Queryable => ({
  query: async ({ text, values }) =>
    (await tx.executeQuery(CompiledQuery.raw(text, [...(values ?? [])]))) as { rows: Record<string, unknown>[] },
});
