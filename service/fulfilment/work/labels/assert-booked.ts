import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Step } from '../../../../config/planning/plan.ts';
import { type BookingPlan, bookingStep } from '../../../../workflows/contract/booking-step.ts';
import { isRelabelled, lacksLabel, relabelCode } from '../../../inventory/stock/voided-labels.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/database/operation.ts';
import type { Row } from '../../../platform/database/row.ts';
import { problem } from '../../../platform/problems/problems.ts';

/** How long a step by hand waits for the engine to book its labels, in milliseconds. A carrier takes 0.1 to 2 s. */
export const bookingWait = 5_000;
const pollInterval = 150;

interface Unbooked extends Row<'salesorder', 'id' | 'number'> {
  detail: string;
  /** True while the engine books: a label may come at any moment. */
  is_pending: boolean;
}

interface DemandedStep {
  readonly step: Step;
  readonly orderIds: readonly number[];
  /** Returns the place of an order in the body of the request. Default: its place in `order_id`. */
  readonly pointerOf?: (orderId: number) => string;
  readonly ignoreWarnings: boolean;
}

/**
 * Asks a person who does a step by hand that a label has to come before, where the carrier refused, is away, or takes too long:
 * without a label, the goods leave for a carrier that does not expect them. A booking that is under way is waited for, so that a
 * caller who ships at once after packing gets the label and no question. The engine books before the step, and an autowork too, so
 * they are not asked; `assertLabels` has them book again after a change of address.
 * @throws order.warnings (428) with a warning for each order, unless `ignoreWarnings` is set
 */
export async function assertBooked(
  { database, actor }: { readonly database: Database; readonly actor: Actor },
  { step, orderIds, ignoreWarnings, pointerOf = (id) => `/order_id/${orderIds.indexOf(id)}` }: DemandedStep,
): Promise<void> {
  if (ignoreWarnings || actor.workflowId !== null) return;
  const until = performance.now() + bookingWait;
  let unbooked = await unbookedOrders(database, step, orderIds);
  while (unbooked.length > 0 && unbooked.every(({ is_pending }) => is_pending) && performance.now() < until) {
    await pause(pollInterval);
    unbooked = await unbookedOrders(database, step, orderIds);
  }
  if (unbooked.length === 0) return;
  const warnings = unbooked.map(({ id, number, detail }) => ({
    code: 'carrier.not-booked',
    message: `Order ${number} has no label: ${detail}`,
    pointer: pointerOf(id),
  }));
  throw problem(
    'order.warnings',
    `The carrier has not booked: mend that and retry, or do the ${step} step without a label with ignore_warnings=1.`,
    { warnings },
  );
}

/**
 * Returns the orders that lack a label before the step. A booking is pending once the relay has started the
 * workflow of the order: without an engine there are no bookings, and people ship without them.
 */
async function unbookedOrders(database: Database, step: Step, orderIds: readonly number[]): Promise<Unbooked[]> {
  const { rows } = await sql<Unbooked & { plan: BookingPlan | null; is_again: boolean }>`
    -- The orders whose carrier did not book the step, or is booking it.
    select o.id, o.number, not b.is_refused as is_pending, ${isRelabelled} and o.attention ->> 'step' = ${step} as is_again,
      case when b.is_refused or ${isRelabelled} then o.attention ->> 'detail'
        else 'the engine is still booking with ' || (o.plan #>> '{carrier,name}') end as detail,
      case when not b.is_refused then jsonb_build_object('carrier', o.plan -> 'carrier', 'steps', o.plan_outline -> 'steps') end as plan
    from salesorder o cross join lateral (select coalesce(o.attention ->> 'step' = ${step}
      and o.attention ->> 'code' like 'carrier.%' and o.attention ->> 'code' <> ${relabelCode}, false) as is_refused) b
    where o.id = any(${orderIds}::bigint[]) and (b.is_refused or (o.plan #>> '{carrier,book_at}' is not null and ${lacksLabel}
      and not exists (select 1 from outbox q where q.workflow_id = 'order/' || o.id and q.kind = 'start')))
    order by o.id`.execute(database.kysely);
  return rows.filter(({ plan, is_again }) => plan === null || is_again || bookingStep(plan) === step);
}
