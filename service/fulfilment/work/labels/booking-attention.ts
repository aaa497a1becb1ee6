import { sql } from 'kysely';
import type { Plan, Step } from '../../../../config/planning/plan.ts';
import { bookedBefore } from '../../../../workflows/contract/booking-step.ts';
import { lacksLabel, relabelCode } from '../../../inventory/stock/voided-labels.ts';
import type { OperationContext } from '../../../platform/database/operation.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { actorName } from '../../../platform/records/actor-name.ts';

interface AttentionAtStep {
  readonly attention: { readonly step: Step | 'issue'; readonly code: string } | null;
  readonly plan: Pick<Plan, 'carrier' | 'steps'> | null;
  readonly step: Step | 'issue' | null;
}

interface OrderInAttention extends AttentionAtStep {
  readonly attention: { readonly step: Step; readonly code: string; readonly retry_at?: string };
  readonly lacks_label: boolean;
}

/**
 * Ends the attention about the booking of a locked order, and deletes the failed attempt. The attention about a carrier that was away
 * ends with the first booking, any other one when all cartons have labels. An attention about the pickup remains.
 *
 * The workflow tries the step again, unless a retry was requested already: it must learn that its report has ended, so that it
 * reports the same refusal again.
 * @param isLabelled true where a carton has got a label that it lacked
 */
export async function endBookingAttention(
  context: OperationContext,
  orderId: number,
  isLabelled = false,
): Promise<void> {
  const { rows } = await sql<OrderInAttention>`
    -- Deletes the failed attempt to book, and reads the attention about the carrier.
    with gone as (delete from booking_attempt where order_id = ${orderId})
    select o.attention, o.plan, v.step, ${lacksLabel} as lacks_label from salesorder o join order_state v on v.id = o.id
    where o.id = ${orderId} and o.attention ->> 'code' like 'carrier.%'`.execute(context.tx);
  const [order] = rows;
  if (!order) return;
  const { attention, lacks_label } = order;
  const wasAway = attention.code === 'carrier.unavailable';
  if (!wasAway && (lacks_label || !(isLabelled || isAboutBooking(order)))) return;
  await sql`update salesorder set attention = null, updated_at = this_second() where id = ${orderId}`.execute(
    context.tx,
  );
  if (wasAway || attention.retry_at !== undefined) return;
  const detail = { by: await actorName(context, null), step: attention.step, code: attention.code };
  await recordEvent(context, { event: 'salesorder.retried', id: orderId, orders: [orderId], detail });
}

/** Returns whether an attention is about a booking. The code does not tell a refused booking from a refused pickup: the step does. */
export function isAboutBooking({ attention, plan, step }: AttentionAtStep): boolean {
  if (attention?.code === relabelCode) return true;
  if (plan === null || step === null || step === 'issue') return false;
  return attention?.step === step && bookedBefore(step, plan) !== null;
}
