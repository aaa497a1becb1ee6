import { type RawBuilder, sql } from 'kysely';
import { traceparent } from '../../lib/tracing/tracing.ts';
import { presentCaller } from '../platform/access/credentials.ts';
import { permits } from '../platform/access/permissions.ts';
import type { OperationContext, Tx } from '../platform/database/operation.ts';
import { firstRow } from '../platform/database/rows.ts';
import { attemptWakeup, queueAttempts } from '../platform/events/attempt-queue.ts';

/**
 * The number of deliveries of a resend, for each webhook, that workers may have at the same time. When the first attempt of one
 * ends, the next one follows. A worker sends 5 at a time of a resend to one webhook, so with 12 it always has the next.
 */
export const atOnce = 12;

/**
 * Returns SQL that queues the first attempts of deliveries in a resend.
 * @param deliveries rows with `id`, `webhook_id`, `event_id`, `resend_id` and `bytes`
 */
export const startDeliveries = ({ actor }: OperationContext, deliveries: RawBuilder<unknown>): RawBuilder<unknown> =>
  queueAttempts(sql`
    select t.webhook_id, t.id, t.event_id, concat_ws('/', 'webhook', t.webhook_id, t.id, 'resend', t.resend_id), true, t.bytes,
      ${actor.requestId}::text, ${traceparent()}::text
    from ${deliveries} t order by t.id`);

/** The end of an attempt of a delivery that is, or was, in a resend. */
export interface EndedAttempt {
  readonly deliveryId: number;
  readonly webhookId: number;
  readonly resendId: number;
  /** State of the delivery before and after the attempt. */
  readonly before: string;
  readonly after: string;
  /** The engine's name of the attempt. */
  readonly run: string;
}

/**
 * Counts the delivery in its resend. After its first attempt there, it starts the next delivery of the webhook. If the user who
 * started the resend may not resend any more, it cancels the resend.
 */
export async function continueResend(context: OperationContext, ended: EndedAttempt): Promise<void> {
  const { resendId, webhookId, deliveryId, before, after, run } = ended;
  await count(context.tx, resendId, changeOf(before, after));
  if (run !== `webhook/${webhookId}/${deliveryId}/resend/${resendId}#1`) return;
  if (!(await mayContinue(context.tx, resendId))) {
    await sql`update resend set state = 'canceled', updated_at = this_second() where id = ${resendId} and state = 'running'`.execute(
      context.tx,
    );
    await leaveQueued(context.tx, resendId, null);
    return;
  }
  await sql`
    -- Takes the next delivery of the resend, and queues its first attempt.
    with next as (
      update webhookdelivery set queued = false, updated_at = this_second() where id = (
        select id from webhookdelivery where resend_id = ${resendId} and webhook_id = ${webhookId} and queued
        order by id limit 1 for update skip locked)
      returning id, webhook_id, event_id, resend_id, octet_length(body) as bytes
    ) ${startDeliveries(context, sql`next`)}`.execute(context.tx);
  attemptWakeup.afterCommit(context.tx);
}

/** The permission to resend, which the user of a resend needs until its end. */
export const resendPermission = 'webhook.resend';

/** Returns whether the user who started a resend may resend now. */
async function mayContinue(tx: Tx, resendId: number): Promise<boolean> {
  const resend = await tx.selectFrom('resend').select('account_id').where('id', '=', resendId).executeTakeFirst();
  const user = resend ? await presentCaller(tx, resend.account_id) : null;
  return user !== null && permits(user.permissions, resendPermission);
}

/** A change of the totals of a resend. */
interface Change {
  readonly delivered?: number;
  readonly failed?: number;
  readonly notSent?: number;
}

/** Returns the change of the totals after a change of one delivery's state. A single delivery can be sent again much later. */
export function changeOf(before: string, after: string): Change {
  const change = (state: string) => Number(after === state) - Number(before === state);
  return { delivered: change('delivered'), failed: change('failed'), notSent: change('dropped') };
}

/** Changes the totals of a resend, and finishes it if no delivery is pending. */
export async function count(tx: Tx, resendId: number, change: Change): Promise<void> {
  const { delivered = 0, failed = 0, notSent = 0 } = change;
  await sql`
    -- Changes the totals; without a pending delivery the resend is done.
    update resend set delivered = delivered + ${delivered}::int, failed = failed + ${failed}::int,
      not_sent = not_sent + ${notSent}::int, updated_at = this_second(),
      state = case when state = 'running' and pending = ${delivered + failed + notSent}::int then 'done' else state end,
      finished_at = case when pending = ${delivered + failed + notSent}::int then coalesce(finished_at, this_second()) else finished_at end
    where id = ${resendId}`.execute(tx);
}

/**
 * Takes the queued deliveries off a resend. They are failed again, and another resend can send them.
 * @param webhookId the webhook that is switched off; null for all deliveries of the resend
 */
export async function leaveQueued(tx: Tx, resendId: number, webhookId: number | null): Promise<void> {
  const update = sql<{ left: number }>`
    -- Sets the queued deliveries failed again, and counts them.
    with back as (
      update webhookdelivery set state = 'failed', queued = false, resend_id = null, updated_at = this_second()
      where resend_id = ${resendId} and queued and (${webhookId}::bigint is null or webhook_id = ${webhookId}) returning id
    )
    select count(*)::int as left from back`;
  await count(tx, resendId, { notSent: firstRow(await update.execute(tx)).left });
}
