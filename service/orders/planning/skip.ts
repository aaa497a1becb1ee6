import { sql } from 'kysely';
import { type SkippableStep, type Step, skippableSteps } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import { isStepStarted, recordsOfStep } from '../../fulfilment/work/started-steps.ts';
import { undoAdvice, undoOf } from '../../fulfilment/work/undo.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { actorName } from '../../platform/records/actor-name.ts';
import { orderStates } from '../../platform/states/states.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { orderFacts } from './facts.ts';

export interface Skip {
  orderId: number;
  step: Step;
  /** Name of the person who decides, for the plan. Null for the caller. */
  by: string | null;
  planner: Planner;
}

/**
 * Skips a step of an issued order by decision of a person, which outranks rules, carrier and settings. The pinned plan names
 * who decided. An attention about another step remains. Repeating it changes nothing.
 * @throws body.invalid for a step that is not skippable; order.state for an order that is not open, or a step that is started
 */
export const skipStep = operation('salesorder.skip', async (context, input: Skip) => {
  const { tx } = context;
  const { orderId, step, planner } = input;
  if (!isSkippable(step)) {
    throw problem('body.invalid', `The ${step} step can't be skipped: only pack and ship can.`, {
      errors: [{ pointer: '/step', detail: 'must be pack or ship' }],
    });
  }
  const order = await lockOrder(tx, orderId);
  orderStates.demand('skip', order);
  if (!order.required.includes(step)) return;
  if (await isStepStarted(tx, orderId, step)) {
    const { instead, next = [] } = undoAdvice(await undoOf(tx, await recordsOfStep(tx, orderId, step)));
    const detail = `The ${step} step of order ${order.number} has begun. ${instead ?? ''}`.trim();
    throw problem('order.state', detail, { order_id: orderId, next });
  }
  const by = await actorName(context, input.by);
  const was = await pinnedPlan(tx, orderId);
  const { facts } = await orderFacts(tx, orderId);
  const claims = [{ question: `${step}.required` as const, value: false }];
  const plan = planner.applyDecision(was, facts, { by, claims, why: `${by} skipped it` });
  await changePlan(context, { order, facts, was, plan, hold: null, detail: { skipped: step, by } });
  // The attention about the step that is no longer done ends.
  await sql`update salesorder set attention = null where id = ${orderId} and attention ->> 'step' = ${step}`.execute(
    tx,
  );
});

function isSkippable(step: Step): step is SkippableStep {
  return skippableSteps.some((skippable) => skippable === step);
}
