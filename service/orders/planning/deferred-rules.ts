import type { Moment, Plan } from '../../../planning/plan.ts';
import type { Planner } from '../../../planning/planner.ts';
import { lockOrder } from '../../platform/database/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { noteAttention } from '../progress/attention.ts';
import { isOpen } from '../states.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { orderFacts } from './facts.ts';

export interface Reach extends Moment {
  orderId: number;
  planner: Planner;
}

/**
 * An order has come to a step, or has waited so long at it: rules that are evaluated then speak, on the facts of now, and what
 * they say is pinned. Whoever drives the order says so, and so does whoever begins the step. Repeating it changes nothing.
 */
export const reach = operation('salesorder.reach', async (context, { orderId, step, waited, planner }: Reach) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  // Whoever drives it is a moment behind: an order that has come to its end needs no rules.
  if (!isOpen(order)) return;
  const was = await pinnedPlan(tx, orderId);
  const overdue = overdueOf(was, { step, waited });
  const later = was.later ?? [];
  if (later.length > 0) {
    const { facts } = await orderFacts(tx, orderId);
    const { plan, hold } = planner.evaluateDeferred(was, { step, waited }, facts);
    if (plan.later.length < later.length) {
      const rules = later.filter(({ name }) => !plan.later.some((rule) => rule.name === name)).map(({ name }) => name);
      const detail = { reached: step, ...(waited === null ? {} : { waited }), rules };
      const pinned = await changePlan(context, { order, facts, was, plan, hold, detail });
      if (pinned.escalation !== null && pinned.escalation !== was.escalation) {
        return attention(context, orderId, { step, waited }, 'rule.escalated', pinned.escalation);
      }
    }
  }
  if (overdue !== null) await attention(context, orderId, { step, waited }, 'step.overdue', overdue);
});

/** What is to be said of a step that takes longer than its plan allows; null where it does not. */
function overdueOf(plan: Plan, { step, waited }: Moment): string | null {
  const planned = plan.steps.find((each) => each.step === step);
  if (waited === null || planned?.deadline == null || waited < planned.deadline) return null;
  return `The ${step} step was to be done within ${hours(planned.deadline)}, and is not.`;
}

function hours(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function attention(context: OperationContext, orderId: number, { step }: Moment, code: string, detail: string) {
  return noteAttention.within(context, { orderId, attention: { step, code, detail } });
}
