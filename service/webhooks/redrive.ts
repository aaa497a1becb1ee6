import { sql } from 'kysely';
import { traceparent } from '../../lib/tracing/tracing.ts';
import type { DeliveryInput } from '../../workflows/contract/webhook.ts';
import { operation } from '../platform/database/operation.ts';
import type { Column } from '../platform/database/row.ts';
import { wakeRelayAfterCommit } from '../platform/events/relay-wakeup.ts';
import { changeOf, count } from './resend-round.ts';

interface DueDelivery extends Omit<DeliveryInput, 'again'> {
  firstAttempt: number;
  waitSeconds: number;
}

/**
 * Has the workflow of a delivery started again, because it is gone. It continues with the attempt that was due. A
 * delivery that does not wait for an attempt is not changed.
 */
export const redriveDelivery = operation(
  'webhookdelivery.redrive',
  async ({ tx, actor }, { deliveryId, workflowId }: { deliveryId: number; workflowId: string }): Promise<void> => {
    const { rows } = await sql<DueDelivery>`
      -- Selects a waiting delivery with the number and the time of its next attempt by this workflow.
      select d.id as delivery, d.webhook_id as webhook, e.name as event, d.object_id as object, h.url,
        log.ended + 1 as "firstAttempt", greatest(0, extract(epoch from log.next_at - now()))::int as "waitSeconds"
      from webhookdelivery d join event e on e.id = d.event_id join webhook h on h.id = d.webhook_id
      cross join lateral (
        select count(*)::int as ended, coalesce(max(l.next_attempt_at), now()) as next_at from webhooklog l
        where l.webhookdelivery_id = d.id and starts_with(l.run, ${`${workflowId}#`}) and l.outcome in ('delivered', 'failed')) log
      where d.id = ${deliveryId} and d.state = 'waiting' and not d.queued`.execute(tx);
    const [due] = rows;
    if (!due) return;
    const input: DeliveryInput = { ...due, again: workflowId !== `webhook/${due.webhook}/${due.delivery}` };
    await sql`
      -- Has the relay start the workflow of the delivery.
      insert into outbox (workflow_id, kind, payload, request_id, traceparent)
      values (${workflowId}, 'deliver', ${JSON.stringify(input)}::jsonb, ${actor.requestId}, ${traceparent()})`.execute(
      tx,
    );
    wakeRelayAfterCommit(tx);
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
