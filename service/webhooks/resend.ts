import { type RawBuilder, sql } from 'kysely';
import { traceparent } from '../../tracing/tracing.ts';
import type { Database } from '../platform/database/database.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import { writeDeliveries } from '../platform/events/deliveries.ts';
import { ringAfter } from '../platform/events/relay-wakeup.ts';
import { resources } from '../platform/listing/declaration/registry.ts';
import { item } from '../platform/listing/list.ts';
import { problem } from '../platform/problems/problems.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { atOnce, leaveQueued, tellEngine } from './resend-round.ts';

/**
 * Sends the bytes of a logged attempt again, even where they were delivered; tried as often as a new delivery where that fails.
 * @returns id of the delivery
 */
export const resendLogged = operation('webhooklog.resend', async (context: OperationContext, logId: number) => {
  const { rows } = await sql<{ webhookdelivery_id: number }>`
    select webhookdelivery_id from webhooklog where id = ${logId}`.execute(context.tx);
  if (!rows[0]) throw noSuch('webhooklog', logId);
  const [id] = await again(context, sql`d.id = ${rows[0].webhookdelivery_id}`);
  if (id === undefined) throw inactive();
  return id;
});

/** Which deliveries that failed; without a webhook, those of all. */
export interface Failed {
  readonly since: string;
  readonly webhookId: number | null;
}

/**
 * Sends all of it again, each in its turn.
 * @returns the resend and how many deliveries are in it; no resend where there are none
 */
export const resendFailed = operation(
  'resend.create',
  async (context: OperationContext, failed: Failed): Promise<{ id: number | null; deliveries: number }> => {
    const { tx, actor } = context;
    // Of two at once the second finds what the first has left.
    await sql`select pg_advisory_xact_lock(hashtextextended('resend', 0))`.execute(tx);
    const made = await sql<{ id: number }>`
      insert into resend (since, webhook_id, account_id)
      values (${failed.since}::timestamptz, ${failed.webhookId}, ${actor.userId}) returning id`.execute(tx);
    const { id } = made.rows[0]!;
    const { rows } = await sql<{ deliveries: number }>`
      with chosen as (
        select d.id, row_number() over (partition by d.webhook_id order by d.id) as turn
        from webhookdelivery d join webhook h on h.id = d.webhook_id and h.active where ${failedSince(failed)}
      ), taken as (
        update webhookdelivery d set state = 'waiting', resend_id = ${id}::int, queued = c.turn > ${sql.lit(atOnce)}, updated_at = now()
        from chosen c where d.id = c.id and d.state in ${unsent}
        returning d.id, d.webhook_id, d.event_id, d.object_id, d.resend_id, d.queued
      ), telling as (${tellEngine(context, sql`(select * from taken where not queued)`)}
      )
      select count(*)::int as deliveries from taken`.execute(tx);
    const { deliveries } = rows[0]!;
    if (deliveries === 0) {
      await sql`delete from resend where id = ${id}`.execute(tx);
      return { id: null, deliveries };
    }
    await sql`update resend set total = ${deliveries}::int where id = ${id}`.execute(tx);
    ringAfter(tx);
    return { id, deliveries };
  },
);

/**
 * Sends no more of a resend: what is under way is finished, the rest is as it was. Repeating it changes nothing.
 * @throws record.state where it is done
 */
export const cancelResend = operation('resend.cancel', async ({ tx }: OperationContext, id: number) => {
  const { rows } = await sql<{ state: string }>`
    select state from resend where id = ${id} for no key update`.execute(tx);
  if (!rows[0]) throw noSuch('resend', id);
  if (rows[0].state === 'canceled') return;
  if (rows[0].state === 'done') throw problem('record.state', `Resend ${id} is done: nothing of it is left to cancel.`);
  await sql`update resend set state = 'canceled', updated_at = now() where id = ${id}`.execute(tx);
  await leaveQueued(tx, id, null);
});

/** What `resendFailed` would send, and what it would leave because the webhook is switched off or deleted. */
export async function countFailed(
  database: Database,
  failed: Failed,
): Promise<{ deliveries: number; switched_off: number }> {
  const { rows } = await sql<{ deliveries: number; switched_off: number }>`
    select count(*) filter (where h.active)::int as deliveries, count(*) filter (where h.active is not true)::int as switched_off
    from webhookdelivery d left join webhook h on h.id = d.webhook_id where ${failedSince(failed)}`.execute(
    database.kysely,
  );
  return rows[0]!;
}

/** What was not sent because its webhook was switched off reached nobody either. */
const unsent = sql`('failed', 'dropped')`;

const failedSince = ({ since, webhookId }: Failed) =>
  sql<boolean>`d.state in ${unsent} and d.created_at >= ${since}::timestamptz
    and (${webhookId}::int is null or d.webhook_id = ${webhookId})`;

/**
 * Sends a sample: the newest record of the event's kind or, where there is none yet, the example of the catalogue.
 * @returns id of the delivery
 */
export const testWebhook = operation('webhook.test', async (context: OperationContext, webhookId: number) => {
  const { tx } = context;
  const { rows } = await sql<Waiting>`
    select w.event_id, e.object, e.example::text as example, w.active from webhook w join event e on e.id = w.event_id where w.id = ${webhookId}`.execute(
    tx,
  );
  const webhook = rows[0];
  if (!webhook) throw noSuch('webhook', webhookId);
  if (!webhook.active) throw inactive();
  const { object_id, body } = await sample(tx, webhook);
  const [id] = await writeDeliveries(context, [
    { webhook_id: webhookId, event_id: webhook.event_id, object_id, sequence: 0, body },
  ]);
  ringAfter(tx);
  return id!;
});

interface Waiting {
  event_id: number;
  object: string;
  example: string;
  active: boolean;
}

async function sample(tx: Tx, { object, example }: Waiting): Promise<{ object_id: number; body: string }> {
  const resource = resources.get(object);
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(resource.table)}`.execute(tx);
  const object_id = rows[0]?.id ?? 0;
  const query = async ({ text, values }: { text: string; values: unknown[] }) =>
    (await tx.executeQuery({ sql: text, parameters: values } as never)) as { rows: Record<string, unknown>[] };
  return { object_id, body: (await item({ query }, resource, object_id)) ?? example };
}

const inactive = () =>
  problem(
    'webhook.inactive',
    'The webhook is switched off or deleted: nothing is sent to it. PUT active=1 switches it on.',
  );

/** A workflow each. It is named after how many there were, so that asking twice at once sends once. */
async function again({ tx, actor }: OperationContext, chosen: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select d.id, d.webhook_id, d.object_id, d.attempts, e.name as event, h.url
      from webhookdelivery d join event e on e.id = d.event_id join webhook h on h.id = d.webhook_id and h.active
      where ${chosen}
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
