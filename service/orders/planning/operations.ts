import { sql } from 'kysely';
import { duration } from '../../../config/planning/claims.ts';
import type { Moment, Plan } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import { RulesPending } from '../../fulfilment/work/rules-pending.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { type CallContext, type OperationContext, operation } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { isoTime } from '../../platform/database/sql-forms.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { actorName } from '../../platform/records/actor-name.ts';
import { isOpen, isWaitingDraft } from '../../platform/states/open.ts';
import { orderStates } from '../../platform/states/states.ts';
import { noteAttention } from '../progress/operations.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { setEarliestMoment } from './earliest-moment.ts';
import { orderFacts } from './facts.ts';

export { pinnedPlan } from './change-plan.ts';
export { orderFacts } from './facts.ts';

export interface StepReached extends Moment {
  orderId: number;
  planner: Planner;
}

/**
 * Evaluates the deferred rules of an order that has reached a step, or has waited there for some time, and pins the result.
 * The engine calls it, and so does the operation that starts the step. Repeating it changes nothing.
 */
export const reachStep = operation('salesorder.reach', async (context, input: StepReached) => {
  const { tx } = context;
  const { orderId, step, waited, planner } = input;
  const order = await lockOrder(tx, orderId);
  // The engine may be a moment behind: an order that has ended needs no rules.
  if (!isOpen(order)) return;
  const was = await pinnedPlan(tx, orderId);
  const overdue = overdueText(was, { step, waited });
  const deferred = was.later ?? [];
  if (deferred.length > 0) {
    const { facts } = await orderFacts(tx, orderId);
    const { plan, hold } = planner.evaluateDeferred(was, { step, waited }, facts);
    const left = new Set(plan.later.map(({ name }) => name));
    if (left.size < deferred.length) {
      const rules = deferred.filter(({ name }) => !left.has(name)).map(({ name }) => name);
      const detail = { reached: step, ...(waited === null ? {} : { waited }), rules };
      const { escalation } = await changePlan(context, { order, facts, was, plan, hold, detail });
      if (escalation !== null && escalation !== was.escalation) {
        return noteStepAttention(context, input, 'rule.escalated', escalation);
      }
    }
  }
  if (waited === null) await setEarliestMoment(tx, orderId, step);
  if (overdue !== null) await noteStepAttention(context, input, 'step.overdue', overdue);
});

/**
 * Evaluates the deferred rules that an operation reported as pending, as a part of the caller's transaction.
 * @param pending the orders, and the step that they have reached
 */
export async function evaluatePending(
  context: OperationContext,
  { orderIds, step }: RulesPending,
  planner: Planner,
): Promise<void> {
  for (const orderId of orderIds) await reachStep.within(context, { orderId, step, waited: null, planner });
}

/**
 * Evaluates the deferred rules that stopped the operation of an endpoint, which then runs again. Each order has a
 * transaction of its own, because the result, such as a hold, remains even if the operation fails afterwards.
 * An order without deferred rules costs nothing: the operation checks it under its locks.
 */
export async function evaluatePendingRules(
  error: unknown,
  call: CallContext & { readonly services: { readonly planner: Planner } },
): Promise<boolean> {
  if (!(error instanceof RulesPending)) return false;
  const { step, orderIds } = error;
  for (const orderId of orderIds) {
    await reachStep(call, { orderId, step, waited: null, planner: call.services.planner });
  }
  return true;
}

/**
 * Makes the engine try again the step that an order is in attention for. An order that is not in attention stays unchanged.
 * @throws order.state for an order that is not open
 */
export const retry = operation(
  'salesorder.retry',
  async (context, { orderId, by }: { orderId: number; by: string | null }) => {
    const { tx } = context;
    const order = await lockOrder(tx, orderId);
    if (isWaitingDraft(order)) {
      const detail = { by: await actorName(context, by), step: 'issue' };
      await recordEvent(context, { event: 'salesorder.retried', id: orderId, orders: [orderId], detail });
      return;
    }
    orderStates.demand('retry', order);
    // The attention remains until the step goes on, because its cause may remain. The engine reports a refused try again, and no
    // engine tries a step that is late or lacks its driver.
    const result = await sql<{ attention: Column<'salesorder', 'attention'> & { step: string; code: string } }>`
      -- Notes that the step of an order in attention is tried again.
      update salesorder set attention = case
          when attention ->> 'code' in ('step.overdue', 'rule.escalated') or attention ->> 'code' like 'engine.%' then attention
          else attention || jsonb_build_object('retry_at', ${isoTime('now()')}) end
      where id = ${orderId} and attention is not null returning attention`.execute(tx);
    const attention = result.rows[0]?.attention;
    if (!attention) return;
    const detail = { by: await actorName(context, by), step: attention.step, code: attention.code };
    await recordEvent(context, { event: 'salesorder.retried', id: orderId, orders: [orderId], detail });
  },
);

/** Returns the text for a step that takes longer than its plan allows. @returns null for a step in time */
function overdueText(plan: Plan, { step, waited }: Moment): string | null {
  const planned = plan.steps.find((each) => each.step === step);
  if (waited === null || planned?.deadline == null || waited < planned.deadline) return null;
  return `The ${step} step was due within ${duration(planned.deadline)} and is not done.`;
}

function noteStepAttention(context: OperationContext, reached: StepReached, code: string, detail: string) {
  const { orderId, step } = reached;
  return noteAttention.within(context, { orderId, attention: { step, code, detail } });
}
