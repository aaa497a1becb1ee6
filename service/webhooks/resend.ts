import { type RawBuilder, sql } from 'kysely';
import { traceparent } from '../../lib/tracing/tracing.ts';
import type { Database } from '../platform/database/database.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { firstRow, insertRow } from '../platform/database/rows.ts';
import { attemptWakeup, queueAttempts } from '../platform/events/attempt-queue.ts';
import { writeDeliveries } from '../platform/events/deliveries.ts';
import { shownInDeliveries } from '../platform/events/embedded.ts';
import { resources } from '../platform/listing/declaration/registry.ts';
import { item } from '../platform/listing/list.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { assertObject, type EventObject } from './event-object.ts';
import { atOnce, leaveQueued, startDeliveries } from './resend-round.ts';

/**
 * Sends the bytes of a logged attempt again, also after a successful delivery. It has as many attempts as a new delivery.
 * @returns the id of the delivery
 */
export const resendLogged = operation('webhooklog.resend', async (context: OperationContext, logId: number) => {
  const { rows } = await sql<Row<'webhooklog', 'webhookdelivery_id'> & { webhook: Column<'webhook', 'id'> | null }>`
    -- Selects the delivery of an attempt, and its webhook unless that was deleted.
    select l.webhookdelivery_id, h.id as webhook from webhooklog l
    left join webhookdelivery d on d.id = l.webhookdelivery_id left join webhook h on h.id = d.webhook_id
    where l.id = ${logId}`.execute(context.tx);
  const [log] = rows;
  if (!log) throw noSuch('webhooklog', logId);
  const [id] = await sendAgain(context, sql`d.id = ${log.webhookdelivery_id}`);
  if (id === undefined) throw inactive(log.webhook);
  return id;
});

/** A selection of failed deliveries, of one webhook or of all. */
export interface FailedDeliveries {
  readonly since: string;
  readonly webhookId: number | null;
}

/**
 * Sends failed deliveries again, a few at a time.
 * @returns the id of the resend and the number of its deliveries; a null id without deliveries
 */
export const resendFailed = operation(
  'resend.create',
  async (context: OperationContext, failed: FailedDeliveries): Promise<{ id: number | null; deliveries: number }> => {
    const { tx, actor } = context;
    // Two resends at the same time run one after the other, and the second finds only the rest.
    await sql`select pg_advisory_xact_lock(hashtextextended('resend', 0))`.execute(tx);
    const id = await insertRow(tx, 'resend', {
      since: failed.since,
      webhook_id: failed.webhookId,
      account_id: actor.userId,
    });
    const resending = sql<{ deliveries: number }>`
      -- Sets the failed deliveries waiting, and queues the first ones of each webhook.
      with chosen as (
        select d.id, row_number() over (partition by d.webhook_id order by d.id) as turn
        from webhookdelivery d join webhook h on h.id = d.webhook_id and h.active where ${failedSince(failed)}
      ), resent as (
        update webhookdelivery d set state = 'waiting', resend_id = ${id}::bigint, queued = c.turn > ${sql.lit(atOnce)}, updated_at = this_second()
        from chosen c where d.id = c.id and d.state in ${unsent}
        returning d.id, d.webhook_id, d.event_id, d.resend_id, d.queued, octet_length(d.body) as bytes
      ), telling as (${startDeliveries(context, sql`(select * from resent where not queued)`)}
      )
      select count(*)::int as deliveries from resent`;
    const { deliveries } = firstRow(await resending.execute(tx));
    if (deliveries === 0) {
      await sql`delete from resend where id = ${id}`.execute(tx);
      return { id: null, deliveries };
    }
    await sql`update resend set total = ${deliveries}::int where id = ${id}`.execute(tx);
    attemptWakeup.afterCommit(tx);
    return { id, deliveries };
  },
);

/**
 * Cancels a resend: deliveries under way are finished, and the others are failed again. Idempotent.
 * @throws record.state if the resend is done
 */
export const cancelResend = operation('resend.cancel', async ({ tx }: OperationContext, id: number) => {
  const { rows } = await sql<Row<'resend', 'state'>>`
    select state from resend where id = ${id} for no key update`.execute(tx);
  if (!rows[0]) throw noSuch('resend', id);
  if (rows[0].state === 'canceled') return;
  if (rows[0].state === 'done') throw problem('record.state', `Resend ${id} is done: there is nothing left to cancel.`);
  await sql`update resend set state = 'canceled', updated_at = this_second() where id = ${id}`.execute(tx);
  await leaveQueued(tx, id, null);
});

/** Returns the numbers of deliveries that `resendFailed` would send, and would leave out for a webhook that is switched off. */
export async function countFailed(
  database: Database,
  failed: FailedDeliveries,
): Promise<{ deliveries: number; switched_off: number }> {
  const query = sql<{ deliveries: number; switched_off: number }>`
    -- Counts failed deliveries, by whether their webhook is active.
    select count(*) filter (where h.active)::int as deliveries, count(*) filter (where h.active is not true)::int as switched_off
    from webhookdelivery d left join webhook h on h.id = d.webhook_id where ${failedSince(failed)}`;
  return firstRow(await query.execute(database.kysely));
}

/** A dropped delivery was not received either: its webhook was switched off before the next attempt. */
const unsent = sql`('failed', 'dropped')`;

const failedSince = ({ since, webhookId }: FailedDeliveries) =>
  sql<boolean>`d.state in ${unsent} and d.created_at >= ${since}::timestamptz
    and (${webhookId}::bigint is null or d.webhook_id = ${webhookId})`;

/**
 * Sends a sample: the newest record of the event's kind, or the example of the catalogue.
 * @returns the id of the delivery
 * @throws permission.missing if the caller may not read the records that the event sends
 */
export const testWebhook = operation(
  'webhook.test',
  async (context: OperationContext, input: { webhookId: number; readAccess: ReadAccess | null }) => {
    const { tx } = context;
    const { webhookId, readAccess } = input;
    const { rows } = await sql<TestedWebhook>`
      -- Selects the webhook with its event.
      select w.event_id, e.name, e.object, e.example::text as example, w.active
      from webhook w join event e on e.id = w.event_id where w.id = ${webhookId}`.execute(tx);
    const webhook = rows[0];
    if (!webhook) throw noSuch('webhook', webhookId);
    assertObject(webhook, readAccess);
    if (!webhook.active) throw inactive(webhookId);
    const { object_id, body } = await sample(tx, webhook);
    const [id] = await writeDeliveries(context, [
      { webhook_id: webhookId, event_id: webhook.event_id, object_id, sequence: 0, body },
    ]);
    if (id === undefined) throw new Error('The insertion of a delivery returned no id.');
    return id;
  },
);

interface TestedWebhook extends EventObject, Row<'webhook', 'event_id' | 'active'> {
  example: string;
}

async function sample(tx: Tx, { object, example }: TestedWebhook): Promise<{ object_id: number; body: string }> {
  const resource = resources.get(object);
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(resource.table)}`.execute(tx);
  const object_id = rows[0]?.id ?? 0;
  const query = async ({ text, values }: { text: string; values: unknown[] }) =>
    (await tx.executeQuery({ sql: text, parameters: values } as never)) as { rows: Record<string, unknown>[] };
  return {
    object_id,
    body: (await item({ query }, resource, object_id, { shows: shownInDeliveries[object] ?? [] })) ?? example,
  };
}

/** @param webhookId null where the webhook was deleted */
function inactive(webhookId: number | null) {
  if (webhookId === null) return problem('webhook.inactive', 'The webhook is deleted, and gets no deliveries.');
  const next = { method: 'PUT', path: `/webhook/${webhookId}`, body: { active: 1 }, why: 'Switches the webhook on' };
  return problem(
    'webhook.inactive',
    'The webhook is switched off, and gets no deliveries. PUT active=1 switches it on.',
    { next: [next] },
  );
}

/**
 * Queues the first attempt of a new run of each delivery. The name of the run has the number of attempts, so that two requests at the
 * same time send once.
 */
async function sendAgain({ tx, actor }: OperationContext, chosen: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<Row<'webhookdelivery', 'id'>>`
    -- Selects the deliveries, and queues an attempt of each.
    with chosen as (
      select d.id, d.webhook_id, d.event_id, d.attempts, octet_length(d.body) as bytes
      from webhookdelivery d join webhook h on h.id = d.webhook_id and h.active
      where ${chosen}
    ), queued as (${queueAttempts(sql`
      select webhook_id, id, event_id, concat_ws('/', 'webhook', webhook_id, id, attempts + 1), false, bytes,
        ${actor.requestId}::text, ${traceparent()}::text
      from chosen`)}
    )
    select id from chosen order by id`.execute(tx);
  if (rows.length > 0) attemptWakeup.afterCommit(tx);
  return rows.map(({ id }) => id);
}
