import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { traceparent } from '../../../lib/tracing/tracing.ts';
import type { OperationContext, Tx } from '../database/operation.ts';
import type { Column, Row } from '../database/row.ts';
import { resources } from '../listing/declaration/registry.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { item } from '../listing/list.ts';
import type { Queryable } from '../listing/queryable.ts';
import { attemptWakeup, queueAttempts } from './attempt-queue.ts';
import { type Embedding, embedded, embeddingKey, shownInDeliveries, withOrders } from './embedded.ts';
import { filterWakeup } from './wakeups.ts';

/** An event that at least one active webhook receives. */
export interface WebhookEvent extends Row<'event_log', 'event_id' | 'object_id'>, Row<'event', 'object'> {
  /**
   * The id of the event. It grows with each event of a record, because an operation locks the record while it writes the event.
   */
  readonly sequence: Column<'event_log', 'id'>;
  readonly event: Column<'event', 'name'>;
  readonly order_ids: readonly number[];
  /** Id of the request that caused it. */
  readonly request_id: string;
}

type WebhookRow = Embedding & Row<'webhook', 'id' | 'event_ids' | 'filter'>;

/** A record at the end of a transaction, or before its deletion. */
export interface RecordSnapshot {
  /** The JSON text that `GET` would return, as a delivery contains it. */
  readonly body: string;
  /** The row of the table as JSON, for filters; null if no webhook has a filter. */
  readonly row: string | null;
  /** The texts with the related records of webhooks, by `embeddingKey`. */
  readonly embedded: ReadonlyMap<string, string>;
}

/**
 * Returns SQL for the events that a webhook receives. The statement that writes the events includes it, so that an operation
 * needs no further statement.
 * @param eventTable table or CTE with the new rows of `event_log`
 */
export const webhookEvents = (eventTable: string): RawBuilder<WebhookEvent> =>
  sql.raw(`
  select l.id as sequence, l.event_id, e.name as event, e.object, l.object_id, l.order_ids, l.request_id
  from ${eventTable} l join event e on e.id = l.event_id
  where exists (select 1 from webhook w where w.event_ids @> array[l.event_id] and w.active)
  order by l.id`);

/**
 * Writes a delivery for each webhook without a filter, and queues its first attempt. For the other webhooks it stores the event:
 * their filters are evaluated after the commit. The delivery contains the record at the end of the transaction.
 * @param deletions the deleted records in their last state, by `snapshotKey`
 * @param traces the traces of the requests that share the transaction, by the ids of the requests
 */
export async function queueDeliveries(
  context: OperationContext,
  events: readonly WebhookEvent[],
  deletions: ReadonlyMap<string, RecordSnapshot>,
  traces: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { tx } = context;
  const { rows: webhooks } = await sql<WebhookRow>`
    -- Reads the active webhooks of the events.
    select id, event_ids, filter, embed, account_id from webhook
    where active and event_ids && ${events.map(({ event_id }) => event_id)}::bigint[] order by id`.execute(tx);
  const deliveries: object[] = [];
  const filtered: object[] = [];
  for (const { event, object, order_ids: orderIds, ...row } of events) {
    const recorded = { ...row, traceparent: traces.get(row.request_id) };
    const receivers = webhooks.filter(({ event_ids }) => event_ids.includes(recorded.event_id));
    const read =
      deletions.get(snapshotKey(event, recorded.object_id)) ??
      (await snapshot(tx, object, recorded.object_id, receivers));
    // The same transaction created and deleted the record: no caller could see it.
    if (read === null) continue;
    const record = withOrdersOf(read, object, orderIds);
    for (const webhook of receivers) {
      if (webhook.filter === null)
        deliveries.push({ ...recorded, webhook_id: webhook.id, body: bodyFor(record, webhook) });
    }
    filtered.push(...filteredEvents(recorded, record, receivers));
  }
  await writeDeliveries(context, deliveries);
  await storeEvents(context, filtered);
}

/** Returns the events to store for the webhooks with filters: one for each text that they receive. */
function filteredEvents(recorded: object, record: RecordSnapshot, receivers: readonly WebhookRow[]): object[] {
  const ids = new Map<string, number[]>();
  for (const webhook of receivers) {
    if (webhook.filter === null) continue;
    const body = bodyFor(record, webhook);
    ids.set(body, [...(ids.get(body) ?? []), webhook.id]);
  }
  return [...ids].map(([body, webhooks]) => ({
    ...recorded,
    body,
    row: record.row,
    webhook_ids: `{${webhooks.join(',')}}`,
  }));
}

function withOrdersOf(record: RecordSnapshot, object: string, orderIds: readonly number[]): RecordSnapshot {
  const complete = (text: string) => withOrders(object, text, orderIds);
  const texts = [...record.embedded].map(([key, text]) => [key, complete(text)] as const);
  return { ...record, body: complete(record.body), embedded: new Map(texts) };
}

/** Returns the text that a webhook receives. */
function bodyFor({ body, embedded }: RecordSnapshot, webhook: WebhookRow): string {
  const key = embeddingKey(webhook);
  return (key === null ? undefined : embedded.get(key)) ?? body;
}

/** Stores events until the filters of their webhooks are evaluated. */
async function storeEvents({ tx, actor }: OperationContext, filtered: readonly object[]): Promise<void> {
  if (filtered.length === 0) return;
  await sql`
    -- Stores events until the filters of their webhooks are evaluated.
    insert into webhookevent (webhook_ids, event_id, object_id, sequence, body, record, request_id, traceparent)
    select webhook_ids::bigint[], event_id, object_id, sequence, body, "row"::jsonb, coalesce(request_id, ${actor.requestId}),
      coalesce(traceparent, ${traceparent()})
    from jsonb_to_recordset(${JSON.stringify(filtered)}::jsonb)
      as e(webhook_ids text, event_id bigint, object_id bigint, sequence bigint, body text, "row" text, request_id text, traceparent text)`.execute(
    tx,
  );
  filterWakeup.afterCommit(tx);
}

/** Returns the key of a deleted record: an event and the id of its record. */
export const snapshotKey = (event: string, id: number): string => `${event} ${id}`;

/**
 * Returns the records that the operation deletes, for the webhooks that receive their deletion. If no webhook does, this costs
 * one query.
 * @returns the records by id; an empty map if no webhook receives the event
 */
export async function snapshotsBeforeDeletion(
  tx: Tx,
  event: string,
  ids: readonly number[],
): Promise<Map<number, RecordSnapshot>> {
  const { rows } = await sql<WebhookRow & Row<'event', 'object'>>`
    -- Reads the active webhooks of the event, and the kind of its record.
    select w.id, w.event_ids, w.filter, w.embed, w.account_id, e.object from webhook w join event e on w.event_ids @> array[e.id]
    where e.name = ${event} and w.active order by w.id`.execute(tx);
  const snapshots = new Map<number, RecordSnapshot>();
  const [first] = rows;
  if (!first) return snapshots;
  for (const id of ids) {
    const record = await snapshot(tx, first.object, id, rows);
    if (record) snapshots.set(id, record);
  }
  return snapshots;
}

/** Reads a record as its webhooks need it: its text, the texts with what they embed, and its row for their filters. */
async function snapshot(
  tx: Tx,
  object: string,
  id: number,
  webhooks: readonly WebhookRow[],
): Promise<RecordSnapshot | null> {
  const resource = resources.get(object);
  const plain = await item(queryable(tx), resource, id, { shows: shownInDeliveries[object] ?? [] });
  if (plain === null) return null;
  const texts = new Map<string, string>();
  for (const webhook of webhooks) {
    const key = embeddingKey(webhook);
    if (key === null || texts.has(key)) continue;
    texts.set(key, await embedded(tx, queryable(tx), { resource, id, plain }, webhook));
  }
  const withRow = webhooks.some(({ filter }) => filter !== null) && isTable(resource);
  return { body: plain, embedded: texts, row: withRow ? await rowOf(tx, resource, id) : null };
}

async function rowOf(tx: Tx, resource: Resource, id: number): Promise<string | null> {
  const { rows } = await sql<{ row: string }>`
    -- Reads a row as JSON.
    select to_jsonb(r)::text as "row" from ${sql.table(resource.table)} r
    where ${sql.raw(resource.key.sql('r'))} = ${id}`.execute(tx);
  return rows[0]?.row ?? null;
}

/** Returns whether the records of a resource are the rows of one table. */
export const isTable = ({ table }: Resource): boolean => !table.startsWith('(');

/**
 * Writes deliveries, and queues their first attempts.
 * @param deliveries with `webhook_id`, `event_id`, `object_id`, `sequence`, `body`
 * @returns the ids of the deliveries
 */
export async function writeDeliveries(
  { tx, actor }: OperationContext,
  deliveries: readonly object[],
): Promise<number[]> {
  if (deliveries.length === 0) return [];
  const { rows } = await sql<Row<'webhookdelivery', 'id'>>`
    -- Writes the deliveries, and queues the first attempt of each.
    with delivery as (
      insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body)
      select webhook_id, event_id, object_id, sequence, body from ${deliveryRows(deliveries)}
      returning id, webhook_id, event_id, sequence, octet_length(body) as bytes
    ), queued as (${queueAttempts(sql`
      select d.webhook_id, d.id, d.event_id, concat_ws('/', 'webhook', d.webhook_id, d.id), false, d.bytes,
        coalesce(c.request_id, ${actor.requestId}), coalesce(c.traceparent, ${traceparent()})
      from delivery d
      left join (select distinct on (sequence) sequence, request_id, traceparent from ${deliveryRows(deliveries)}) c on c.sequence = d.sequence
      order by d.id`)}
    )
    select id from delivery order by id`.execute(tx);
  attemptWakeup.afterCommit(tx);
  return rows.map(({ id }) => id);
}

/** SQL: the rows of deliveries. Without a request they belong to the operation's. */
const deliveryRows = (deliveries: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
  as r(webhook_id bigint, event_id bigint, object_id bigint, sequence bigint, body text, request_id text, traceparent text)`;

const queryable = (tx: Tx): Queryable => ({
  query: async ({ text, values }) =>
    (await tx.executeQuery(CompiledQuery.raw(text, [...(values ?? [])]))) as { rows: Record<string, unknown>[] },
});
