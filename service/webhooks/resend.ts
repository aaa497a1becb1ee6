import { sql } from 'kysely';
import { traceparent } from '../../tracing/tracing.ts';
import { item } from '../listing/item.ts';
import { resources } from '../listing/registry.ts';
import { type OperationContext, operation, type Tx } from '../operation.ts';
import { writeDeliveries } from '../outbox/deliveries.ts';
import { ringAfter } from '../outbox/doorbell.ts';
import { problem } from '../problems.ts';
import { noSuch } from '../records/refusals.ts';

/**
 * Sends the bytes of a logged attempt again, as one new attempt, even where they were delivered.
 * @returns id of the delivery
 */
export const resend = operation('webhooklog.resend', async (context: OperationContext, logId: number) => {
  const { rows } = await sql<{ webhookdelivery_id: number }>`
    select webhookdelivery_id from webhooklog where id = ${logId}`.execute(context.tx);
  if (!rows[0]) throw noSuch('webhooklog', logId);
  const [id] = await again(context, [rows[0].webhookdelivery_id]);
  if (id === undefined) throw inactive();
  return id;
});

/**
 * Sends everything again that failed since a time.
 * @returns how many deliveries
 */
export const resendFailed = operation(
  'webhookdelivery.resend-failed',
  async (context: OperationContext, { since, webhookId }: { since: string; webhookId: number | null }) => {
    const { rows } = await sql<{ id: number }>`
      select id from webhookdelivery
      where state = 'failed' and created_at >= ${since}::timestamptz and (${webhookId}::int is null or webhook_id = ${webhookId})
      order by id limit 100000`.execute(context.tx);
    return (
      await again(
        context,
        rows.map(({ id }) => id),
      )
    ).length;
  },
);

/**
 * Sends a sample: the newest record of the event's kind or, where there is none yet, nothing but an id.
 * @returns id of the delivery
 */
export const testWebhook = operation('webhook.test', async (context: OperationContext, webhookId: number) => {
  const { tx } = context;
  const { rows } = await sql<{ event_id: number; object: string; active: boolean }>`
    select w.event_id, e.object, w.active from webhook w join event e on e.id = w.event_id where w.id = ${webhookId}`.execute(
    tx,
  );
  const webhook = rows[0];
  if (!webhook) throw noSuch('webhook', webhookId);
  if (!webhook.active) throw inactive();
  const { object_id, body } = await sample(tx, webhook.object);
  const [id] = await writeDeliveries(context, [
    { webhook_id: webhookId, event_id: webhook.event_id, object_id, sequence: 0, body },
  ]);
  ringAfter(tx);
  return id!;
});

async function sample(tx: Tx, object: string): Promise<{ object_id: number; body: string }> {
  const resource = resources.get(object);
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(resource.table)}`.execute(tx);
  const object_id = rows[0]?.id ?? 0;
  const query = async ({ text, values }: { text: string; values: unknown[] }) =>
    (await tx.executeQuery({ sql: text, parameters: values } as never)) as { rows: Record<string, unknown>[] };
  return { object_id, body: (await item({ query }, resource, object_id)) ?? JSON.stringify({ id: object_id }) };
}

const inactive = () =>
  problem(
    'webhook.inactive',
    'The webhook is switched off or deleted: nothing is sent to it. PUT active=1 switches it on.',
  );

/** One attempt each. Its workflow is named after how many there were, so that asking twice at once sends once. */
async function again({ tx, actor }: OperationContext, deliveryIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select d.id, d.webhook_id, d.object_id, d.attempts, e.name as event, h.url
      from webhookdelivery d join event e on e.id = d.event_id join webhook h on h.id = d.webhook_id and h.active
      where d.id = any(${deliveryIds}::int[])
    ), telling as (
      insert into outbox (workflow_id, kind, payload, request_id, traceparent)
      select concat_ws('/', 'webhook', webhook_id, id, attempts + 1), 'deliver', jsonb_build_object(
        'delivery', id, 'webhook', webhook_id, 'event', event, 'object', object_id, 'url', url, 'again', true), ${actor.requestId}::text, ${traceparent()}::text
      from chosen
    )
    select id from chosen order by id`.execute(tx);
  if (rows.length > 0) ringAfter(tx);
  return rows.map(({ id }) => id);
}
