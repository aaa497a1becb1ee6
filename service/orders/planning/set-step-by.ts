import { sql } from 'kysely';
import type { By, Step } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { relabelCode } from '../../inventory/stock/voided-labels.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { actorName } from '../../platform/records/actor-name.ts';
import { orderStates } from '../../platform/states/states.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { orderFacts } from './facts.ts';

export interface StepBy {
  orderId: number;
  /** Null for all steps that are not done. */
  steps: readonly Step[] | null;
  value: By;
  /** Name of the person in the plan. Null for the caller. */
  by: string | null;
  planner: Planner;
}

/**
 * Sets who does steps of an issued order, by decision of a person, which outranks rules, carrier and settings. The pinned plan
 * names who decided. Repeating it changes nothing.
 * @throws order.state for an order that is not open, a step that is not in the plan, or a step that is done
 */
export const setStepBy = operation('salesorder.stepby', async (context, input: StepBy) => {
  const { tx } = context;
  const { orderId, value, planner } = input;
  const order = await lockOrder(tx, orderId);
  orderStates.demand('decide', order);
  const done = await doneSteps(tx, orderId);
  for (const step of input.steps ?? []) {
    if (!order.required.includes(step)) {
      throw problem('order.state', `The plan of order ${order.number} has no ${step} step: nobody has to do it.`);
    }
    if (done.has(step)) throw problem('order.state', `The ${step} step of order ${order.number} is done already.`);
  }
  const was = await pinnedPlan(tx, orderId);
  const open = (input.steps ?? order.required).filter((step) => !done.has(step));
  const changed = open.filter((step) => was.steps.some((planned) => planned.step === step && planned.by !== value));
  if (changed.length === 0) return;
  const { facts } = await orderFacts(tx, orderId);
  const by = await actorName(context, input.by);
  const claims = changed.map((step) => ({ question: `${step}.by` as const, value }));
  const plan = planner.applyDecision(was, facts, { by, claims });
  const detail = { by, steps: changed, done: value === 'hand' ? 'by hand' : 'automatic' };
  await changePlan(context, { order, facts, was, plan, hold: null, detail });
  // Labels that are to be booked anew are so whoever does the step.
  await sql`
    -- Ends the attention of the changed steps.
    update salesorder set attention = null where id = ${orderId} and attention ->> 'step' = any(${changed}::text[])
      and attention ->> 'code' <> ${relabelCode}`.execute(tx);
});

/** Returns the steps whose work is done completely. */
async function doneSteps(tx: Tx, orderId: number): Promise<Set<Step>> {
  const { rows } = await sql<{ step: Step }>`
    select lower(t.name) as step from work w join task t on t.id = w.task_id where w.order_id = ${orderId}
    group by t.name having bool_and(w.qty_done >= w.qty)`.execute(tx);
  return new Set(rows.map(({ step }) => step));
}
