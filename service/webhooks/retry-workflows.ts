import { sql } from 'kysely';
import { traceparent } from '../../lib/tracing/tracing.ts';
import { priorityKeys } from '../../workflows/contract/priority.ts';
import { type AttemptFailure, failureOf } from '../../workflows/contract/webhook.ts';
import { operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { relayWakeup } from '../platform/events/wakeups.ts';
import { changeOf, count } from './resend-round.ts';

/** A delivery whose workflow makes the further attempts. */
export interface Retry extends Partial<AttemptFailure> {
  readonly deliveryId: number;
  readonly webhookId: number;
  /** The id of the workflow. */
  readonly run: string;
  /** Number of the next attempt. */
  readonly firstAttempt: number;
  readonly waitSeconds: number;
  /** The request that caused it, and its trace. */
  readonly requestId: string | null;
  readonly traceparent: string | null;
}

/** Returns whether the run sends a delivery that ended before: a new one has the shortest name. */
export const isAgain = ({ run, webhookId, deliveryId }: Pick<Retry, 'run' | 'webhookId' | 'deliveryId'>): boolean =>
  run !== `webhook/${webhookId}/${deliveryId}`;

/** Has the relay start the workflows of deliveries. Lists find them by order and customer. A deleted webhook gets none. */
export async function startRetries(tx: Tx, retries: readonly Retry[]): Promise<void> {
  if (retries.length === 0) return;
  const rows = retries.map((retry) => ({
    ...retry,
    again: isAgain(retry),
    priority: retry.run.includes('/resend/') ? priorityKeys.bulk : null,
  }));
  await sql`
    -- Has the relay start the workflows of deliveries.
    insert into outbox (workflow_id, kind, payload, request_id, traceparent)
    select r.run, 'deliver', jsonb_strip_nulls(jsonb_build_object(
      'delivery', d.id, 'webhook', d.webhook_id, 'event', e.name, 'object', d.object_id, 'url', h.url, 'again', r.again,
      'firstAttempt', r."firstAttempt", 'waitSeconds', r."waitSeconds", 'why', r.why, 'code', r.code, 'priority', r.priority,
      'order', case when cardinality(l.order_ids) = 1 then l.order_ids[1] end,
      'customer', case when e.object = 'customer' then d.object_id else (
        select min(s.customer_id) from salesorder s where s.id = any(l.order_ids) having count(distinct s.customer_id) = 1) end)),
      r."requestId", r.traceparent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("deliveryId" bigint, run text, again boolean, priority int,
      "firstAttempt" int, "waitSeconds" int, why text, code text, "requestId" text, traceparent text)
    join webhookdelivery d on d.id = r."deliveryId" join event e on e.id = d.event_id join webhook h on h.id = d.webhook_id
    -- The sequence of a delivery is the id of its event; a sample has none.
    left join event_log l on l.id = d.sequence`.execute(tx);
  relayWakeup.afterCommit(tx);
}

interface WaitingDelivery extends Row<'webhookdelivery', 'webhook_id'> {
  /** Attempts that this workflow, or the worker before it, has made. */
  ended: number;
  waitSeconds: number;
  status: Column<'webhooklog', 'status'>;
  error: Column<'webhooklog', 'error'>;
}

/**
 * Has the workflow of a delivery started again, because it is gone. It continues with the attempt that was due. A
 * delivery that does not wait for an attempt, or waits for its first one, is not changed.
 */
export const redriveDelivery = operation(
  'webhookdelivery.redrive',
  async ({ tx, actor }, { deliveryId, workflowId: run }: { deliveryId: number; workflowId: string }): Promise<void> => {
    const { rows } = await sql<WaitingDelivery>`
      -- Selects a waiting delivery with the number and the time of its next attempt by this workflow, and the last failure.
      select d.webhook_id, log.ended, greatest(0, extract(epoch from log.next_at - now()))::int as "waitSeconds", log.status, log.error
      from webhookdelivery d
      cross join lateral (
        select count(*)::int as ended, coalesce(max(l.next_attempt_at), now()) as next_at,
          (array_agg(l.status order by l.id desc))[1] as status, (array_agg(l.error order by l.id desc))[1] as error
        from webhooklog l
        where l.webhookdelivery_id = d.id and starts_with(l.run, ${`${run}#`}) and l.outcome in ('delivered', 'failed')) log
      where d.id = ${deliveryId} and d.state = 'waiting' and not d.queued
        and not exists (select from webhookattempt a where a.webhookdelivery_id = d.id and a.run = ${run})`.execute(tx);
    const [due] = rows;
    if (!due) return;
    const { webhook_id: webhookId, ended, waitSeconds } = due;
    const failure = ended === 0 ? {} : failureOf(due);
    const cause = { requestId: actor.requestId, traceparent: traceparent() };
    await startRetries(tx, [
      { deliveryId, webhookId, run, firstAttempt: ended + 1, waitSeconds, ...failure, ...cause },
    ]);
  },
);

/** Sets a delivery failed if its workflow is gone permanently, so that it can be sent again. */
export const abandonDelivery = operation('webhookdelivery.abandon', async ({ tx }, id: number): Promise<void> => {
  const { rows } = await sql<{ resend: Column<'webhookdelivery', 'resend_id'> }>`
    -- Sets a waiting delivery failed.
    update webhookdelivery set state = 'failed', updated_at = this_second()
    where id = ${id} and state = 'waiting' and not queued returning resend_id as resend`.execute(tx);
  const resend = rows[0]?.resend ?? null;
  if (resend !== null) await count(tx, resend, changeOf('waiting', 'failed'));
});
