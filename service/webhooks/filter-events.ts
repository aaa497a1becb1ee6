import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { writeDeliveries } from '../platform/events/deliveries.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { filterWakeup } from '../platform/events/wakeups.ts';

/** The number of events that one round claims. */
export const claimLimit = 50;
/** Time until another service may claim an event again, because the first one died. */
const claimFor = '30 seconds';
/** Times in a row that a filter may take too long. Then its webhook is switched off. */
export const mostExceeded = 5;

/** An event whose webhooks have filters. */
export interface FilterEvent
  extends Row<'webhookevent', 'id' | 'webhook_ids' | 'object_id' | 'request_id' | 'traceparent'>,
    Row<'event', 'object'> {
  /** Whether the row of the record is stored. */
  readonly has_record: boolean;
}

export async function claimEvents({ kysely }: Database): Promise<FilterEvent[]> {
  const { rows } = await sql<FilterEvent>`
    -- Claims events whose filters are to be evaluated.
    update webhookevent w set due_at = now() + ${sql.lit(claimFor)}::interval
    from (select id from webhookevent where due_at <= now() order by due_at, id limit ${sql.lit(claimLimit)} for update skip locked) due,
      event e
    where w.id = due.id and e.id = w.event_id
    returning w.id, w.webhook_ids, e.object, w.object_id, w.record is not null as has_record, w.request_id, w.traceparent`.execute(
    kysely,
  );
  return rows;
}

/** A webhook with the state of its filter. */
export interface FilterWebhook extends Row<'webhook', 'id' | 'active' | 'filter' | 'filter_exceeded'> {
  /** True while the filter rests, because it took too long. */
  readonly rests: boolean;
}

/** Reads the webhooks of events. */
export async function readWebhooks({ kysely }: Database, ids: readonly number[]): Promise<Map<number, FilterWebhook>> {
  const { rows } = await sql<FilterWebhook>`
    -- Reads webhooks with the state of their filters.
    select id, active, filter, filter_exceeded, coalesce(filter_due_at > now(), false) as rests
    from webhook where id = any(${ids}::bigint[])`.execute(kysely);
  return new Map(rows.map((webhook) => [webhook.id, webhook]));
}

/**
 * Writes the deliveries of an event, and takes its evaluated webhooks off it. The others are due when their rest is over, or when
 * their filter is changed.
 */
export const settleEvent = operation(
  'webhook.filter',
  async (context: OperationContext, { id, evaluated, matched, ends }: EventResult): Promise<void> => {
    const { tx } = context;
    const { rows } = await sql<StoredEvent>`
      -- Locks an event whose filters are evaluated.
      select webhook_ids, event_id, object_id, sequence, body from webhookevent where id = ${id} for update`.execute(
      tx,
    );
    const [event] = rows;
    if (!event) return;
    const { webhook_ids: waiting, ...recorded } = event;
    const deliveries = waiting
      .filter((one) => matched.includes(one))
      .map((webhook_id) => ({ ...recorded, webhook_id }));
    await writeDeliveries(context, deliveries);
    const rest = waiting.filter((one) => !evaluated.includes(one));
    if (rest.length === 0) {
      await sql`delete from webhookevent where id = ${id}`.execute(tx);
      return;
    }
    if (!ends) {
      await sql`update webhookevent set webhook_ids = ${rest}::bigint[] where id = ${id}`.execute(tx);
      return;
    }
    await sql`
      -- Lets an event wait for the filters that rest.
      update webhookevent set webhook_ids = ${rest}::bigint[], due_at = coalesce((
          select min(case when h.active then coalesce(h.filter_due_at, now())
            -- It is deleted, or somebody has switched it off: the next round takes it off the event.
            when h.id is null or h.filter_exceeded < ${sql.lit(mostExceeded)} then now() end)
          from unnest(${rest}::bigint[]) w(id) left join webhook h on h.id = w.id), 'infinity')
      where id = ${id}`.execute(tx);
  },
);

/** The end of the evaluation of filters for one event. */
export interface EventResult {
  readonly id: number;
  /** The webhooks with an evaluated filter, and the webhooks that get no delivery. */
  readonly evaluated: readonly number[];
  readonly matched: readonly number[];
  /** Whether the round ends for this event. Until then it stays claimed. */
  readonly ends: boolean;
}

type StoredEvent = Row<'webhookevent', 'webhook_ids' | 'event_id' | 'object_id' | 'sequence' | 'body'>;

/**
 * Notes that the filter of a webhook took too long, and lets it rest: at first for `rest` seconds, each time in a row twice as
 * long. After five times it switches the webhook off.
 */
export const noteExceeded = operation(
  'webhook.exceed',
  async (
    context: OperationContext,
    { webhook, event, limit, rest }: { webhook: FilterWebhook; event: FilterEvent; limit: number; rest: number },
  ): Promise<void> => {
    const { tx } = context;
    const why =
      `The filter took longer than ${limit} ms ${mostExceeded} times in a row, the last time for ${event.object} ` +
      `${event.object_id}. Simplify it. Its events wait until then.`;
    const { rows } = await sql<Row<'webhook', 'active'>>`
      -- Lets a filter rest, and switches its webhook off after some times in a row. A changed filter begins anew.
      update webhook set filter_exceeded = filter_exceeded + 1,
        filter_due_at = now() + make_interval(secs => ${rest}::float8 * 2 ^ filter_exceeded),
        active = filter_exceeded + 1 < ${sql.lit(mostExceeded)},
        switched_off_at = case when filter_exceeded + 1 < ${sql.lit(mostExceeded)} then switched_off_at else this_second() end,
        switched_off_why = case when filter_exceeded + 1 < ${sql.lit(mostExceeded)} then switched_off_why else ${why}::text end
      where id = ${webhook.id} and active and filter = ${webhook.filter}::text
      returning active`.execute(tx);
    if (rows[0]?.active !== false) return;
    await recordEvent(context, { event: 'webhook.switchedoff', id: webhook.id, detail: { why } });
  },
);

/** Notes that filters were evaluated in time again. */
export async function clearExceeded({ kysely }: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    -- Notes that filters were evaluated in time.
    update webhook set filter_exceeded = 0, filter_due_at = null
    where id = any(${ids}::bigint[]) and filter_exceeded > 0 and active`.execute(kysely);
}

/** Makes the events due that wait for a webhook, because its filter was changed or the webhook is gone. */
export async function evaluateAgain(tx: Tx, webhookId: number): Promise<void> {
  await sql`
    -- Makes the events due that wait for a webhook.
    update webhookevent set due_at = now() where ${webhookId}::bigint = any(webhook_ids)`.execute(tx);
  filterWakeup.afterCommit(tx);
}
