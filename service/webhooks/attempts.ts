import { sql } from 'kysely';
import { signatures } from '../../lib/outgoing/signing.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { assertObject } from './event-object.ts';
import { changeOf, count, leaveQueued } from './resend-round.ts';
import { type AttemptAnswer, type AttemptBody, unshown } from './schema.ts';

/** A delivery with its webhook. */
interface DueDelivery
  extends Row<'webhookdelivery', 'id' | 'webhook_id' | 'resend_id' | 'event_id' | 'sequence' | 'body' | 'state'>,
    Row<'webhook', 'secret'> {
  event: Column<'event', 'name'>;
  /** Name of the resource of the record in the body. */
  object: Column<'event', 'object'>;
  /** Null if the webhook was deleted. */
  url: Column<'webhook', 'url'> | null;
  active: boolean;
  headers: Record<string, string>;
  previous_secret: string | null;
  now: number;
}

/** An attempt to make. */
export interface Attempt {
  readonly deliveryId: number;
  /** The engine's name of the attempt, such as `webhook/3/17#1`. A repeated attempt has the same name. */
  readonly run: string;
  /** True for a delivery that ended before and that somebody sends again. */
  readonly again: boolean;
}

/** An attempt that the engine starts. */
interface StartedAttempt extends AttemptBody {
  readonly deliveryId: number;
  /** The read access of the caller, who gets the bytes of the delivery. */
  readonly readAccess: ReadAccess | null;
}

const nothing: AttemptAnswer = { log_id: null, url: '', headers: {}, body: '' };

/**
 * Starts an attempt: logs it, and returns the signed request for the engine to send. An attempt with the same `run` and number has the
 * same log entry.
 * @throws permission.missing if the caller may not read the record in the delivery
 */
export const beginAttempt = operation(
  'webhookdelivery.attempt',
  async ({ tx }: OperationContext, { deliveryId, run, attempt, again, readAccess }: StartedAttempt) => {
    const [answer] = await openAttempts(tx, [{ deliveryId, run: `${run}#${attempt}`, again }], readAccess);
    if (answer === undefined) throw noSuch('webhookdelivery', deliveryId);
    return answer ?? nothing;
  },
);

/**
 * Logs attempts, and returns the signed requests. The log entries come first, so that every request that goes out has one, also after a
 * crash. Deliveries whose webhook is switched off or deleted are dropped.
 * @param attempts at most one of each delivery
 * @returns in the order of the attempts: null where nothing is to be sent, and undefined where the delivery does not exist
 * @throws permission.missing if the caller may not read the record in a delivery
 */
export async function openAttempts(
  tx: Tx,
  attempts: readonly Attempt[],
  readAccess: ReadAccess | null,
): Promise<(AttemptAnswer | null | undefined)[]> {
  const due = await lockDeliveries(
    tx,
    attempts.map(({ deliveryId }) => deliveryId),
  );
  const requests = new Map<number, SignedRequest>();
  for (const { deliveryId, run, again } of attempts) {
    const delivery = due.get(deliveryId);
    if (!delivery) continue;
    assertObject({ name: delivery.event, object: delivery.object }, readAccess);
    if (delivery.state === 'delivered' && !again) continue;
    const request = signedRequest(delivery, run);
    if (request) requests.set(deliveryId, request);
    else await drop(tx, delivery);
  }
  const entries = await logAttempts(tx, [...requests.values()]);
  return attempts.map(({ deliveryId }) => {
    const request = requests.get(deliveryId);
    if (!request) return due.has(deliveryId) ? null : undefined;
    const { url, headers, body } = request;
    return { log_id: entries.get(deliveryId) ?? null, url, headers, body };
  });
}

async function lockDeliveries(tx: Tx, ids: readonly number[]): Promise<Map<number, DueDelivery>> {
  const { rows } = await sql<DueDelivery>`
    -- Locks deliveries, and selects their webhooks.
    select d.id, d.webhook_id, d.resend_id, d.event_id, e.name as event, e.object, d.sequence, d.body, d.state, h.url, coalesce(h.active, false) as active,
      h.headers, h.secret, case when h.previous_secret_until > now() then h.previous_secret end as previous_secret,
      extract(epoch from now())::int as now
    from webhookdelivery d join event e on e.id = d.event_id left join webhook h on h.id = d.webhook_id
    where d.id = any(${ids}::bigint[]) order by d.id for no key update of d`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

interface SignedRequest {
  readonly delivery: DueDelivery;
  readonly run: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The headers without the values of the webhook's own ones. */
  readonly logged: Readonly<Record<string, string>>;
}

/** Returns the request of an attempt; null if the webhook is switched off or deleted. */
function signedRequest(delivery: DueDelivery, run: string): SignedRequest | null {
  const { id, url, active, body, now, secret, previous_secret: previous } = delivery;
  if (url === null || !active) return null;
  const message = { id: `msg_${id}`, timestamp: now, body };
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Conveyor-Webhook/1.0',
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signatures(message, [secret, ...(previous ? [previous] : [])]),
    'webhook-event': delivery.event,
    'webhook-sequence': String(delivery.sequence),
  };
  const unseen = Object.fromEntries(Object.keys(delivery.headers).map((name) => [name, unshown]));
  return { delivery, run, url, body, headers: { ...delivery.headers, ...own }, logged: { ...unseen, ...own } };
}

/** Writes the log entries of attempts. @returns their ids, by the ids of the deliveries */
async function logAttempts(tx: Tx, requests: readonly SignedRequest[]): Promise<Map<number, number>> {
  if (requests.length === 0) return new Map();
  const rows = requests.map(({ delivery, run, url, logged }) => ({
    delivery_id: delivery.id,
    webhook_id: delivery.webhook_id,
    event_id: delivery.event_id,
    run,
    url,
    headers: logged,
  }));
  const log = await sql<Row<'webhooklog', 'id' | 'webhookdelivery_id'>>`
    -- Logs the attempts and counts them; a repetition of the same attempt finds its entry.
    with attempt as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(delivery_id bigint, webhook_id bigint, event_id bigint, run text, url text, headers jsonb)
    ), counted as (
      update webhookdelivery d set attempts = attempts + 1, updated_at = this_second() from attempt a
      where d.id = a.delivery_id and not exists (
        select 1 from webhooklog l where l.webhookdelivery_id = a.delivery_id and l.run = a.run)
      returning d.id, d.attempts
    )
    insert into webhooklog (webhookdelivery_id, webhook_id, event_id, attempt, run, url, request_headers)
    select a.delivery_id, a.webhook_id, a.event_id, coalesce(c.attempts, 0), a.run, a.url, a.headers
    from attempt a left join counted c on c.id = a.delivery_id order by a.delivery_id
    on conflict (webhookdelivery_id, run) do update set request_headers = excluded.request_headers, updated_at = this_second()
    returning id, webhookdelivery_id`.execute(tx);
  return new Map(log.rows.map(({ id, webhookdelivery_id: deliveryId }) => [deliveryId, id]));
}

/** Drops a delivery whose webhook is switched off or deleted, and takes the webhook's other deliveries off the resend. */
async function drop(tx: Tx, { id, state, webhook_id, resend_id }: DueDelivery): Promise<void> {
  if (state !== 'waiting' && state !== 'failed') return;
  await sql`update webhookdelivery set state = 'dropped', updated_at = this_second() where id = ${id}`.execute(tx);
  if (resend_id === null) return;
  await count(tx, resend_id, changeOf(state, 'dropped'));
  await leaveQueued(tx, resend_id, webhook_id);
}
