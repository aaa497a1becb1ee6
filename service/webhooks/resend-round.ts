import { type RawBuilder, sql } from 'kysely';
import { traceparent } from '../../tracing/tracing.ts';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import { ringAfter } from '../platform/events/relay-wakeup.ts';

/**
 * A resend tells the engine of so many deliveries to each webhook, and of one more whenever the first attempt of one has ended. All
 * at once they would stand before everything else that the engine is told. Two more than a worker has under way to one webhook, so
 * that it always has the next: 52 a second; with 32, of which most are sent away again and again to wait for their turn, 36.
 */
export const atOnce = 12;

/** SQL: has the engine deliver again what `told` holds: `id`, `webhook_id`, `event_id`, `object_id`, `resend_id`. */
export const tellEngine = ({ actor }: OperationContext, told: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into outbox (workflow_id, kind, payload, request_id, traceparent)
  select concat_ws('/', 'webhook', t.webhook_id, t.id, 'resend', t.resend_id), 'deliver', jsonb_build_object(
    'delivery', t.id, 'webhook', t.webhook_id, 'event', e.name, 'object', t.object_id, 'url', h.url, 'again', true),
    ${actor.requestId}::text, ${traceparent()}::text
  from ${told} t join event e on e.id = t.event_id join webhook h on h.id = t.webhook_id`;

/** What an attempt brought to a delivery that is, or was, in a resend. */
export interface Ended {
  readonly deliveryId: number;
  readonly webhookId: number;
  readonly resendId: number;
  readonly was: string;
  readonly now: string;
  /** As the engine knows the attempt. */
  readonly run: string;
}

/** Counts what became of a delivery of a resend and, at the end of its first attempt there, has the next one sent. */
export async function goOn(context: OperationContext, ended: Ended): Promise<void> {
  const { resendId, webhookId, deliveryId, was, now, run } = ended;
  await count(context.tx, resendId, changeOf(was, now));
  if (run !== `webhook/${webhookId}/${deliveryId}/resend/${resendId}#1`) return;
  await sql`
    with told as (
      update webhookdelivery set queued = false, updated_at = now() where id = (
        select id from webhookdelivery where resend_id = ${resendId} and webhook_id = ${webhookId} and queued
        order by id limit 1 for update skip locked)
      returning id, webhook_id, event_id, object_id, resend_id
    ) ${tellEngine(context, sql`told`)}`.execute(context.tx);
  ringAfter(context.tx);
}

/** How the totals of a resend change. */
interface Change {
  readonly delivered?: number;
  readonly failed?: number;
  readonly notSent?: number;
}

/** One of its deliveries has gone from a state to another; also long after, when somebody has sent it again by itself. */
export function changeOf(was: string, now: string): Change {
  const change = (state: string) => Number(now === state) - Number(was === state);
  return { delivered: change('delivered'), failed: change('failed'), notSent: change('dropped') };
}

/** A resend of which nothing is pending is over. */
export async function count(tx: Tx, resendId: number, change: Change): Promise<void> {
  const { delivered = 0, failed = 0, notSent = 0 } = change;
  await sql`
    update resend set delivered = delivered + ${delivered}::int, failed = failed + ${failed}::int,
      not_sent = not_sent + ${notSent}::int, updated_at = now(),
      state = case when state = 'running' and pending = ${delivered + failed + notSent}::int then 'done' else state end,
      finished_at = case when pending = ${delivered + failed + notSent}::int then coalesce(finished_at, now()) else finished_at end
    where id = ${resendId}`.execute(tx);
}

/**
 * Those whose turn has not come are as they were: failed, and anybody's to send again.
 * @param webhookId those of one webhook, which is switched off; all of the resend where it is null
 */
export async function leaveQueued(tx: Tx, resendId: number, webhookId: number | null): Promise<void> {
  const { rows } = await sql<{ left: number }>`
    with back as (
      update webhookdelivery set state = 'failed', queued = false, resend_id = null, updated_at = now()
      where resend_id = ${resendId} and queued and (${webhookId}::int is null or webhook_id = ${webhookId}) returning id
    )
    select count(*)::int as left from back`.execute(tx);
  await count(tx, resendId, { notSent: rows[0]!.left });
}
