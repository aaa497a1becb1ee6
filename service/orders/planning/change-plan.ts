import { sql } from 'kysely';
import { claimFrom } from '../../../config/planning/claims.ts';
import {
  type Plan,
  type PlannedStep,
  type SkippableStep,
  type Step,
  skippableSteps,
} from '../../../config/planning/plan.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import { isStepStarted } from '../../fulfilment/work/started-steps.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { repin } from './pin.ts';
import type { PinnedPlan } from './plan.ts';
import { endPluginHolds, startingRefusal } from './plugin-hold.ts';
import { addStep, canAddStep, removeStep } from './skippable-steps.ts';

export interface PlanChange {
  readonly order: LockedOrder;
  readonly facts: OrderFacts;
  readonly was: PinnedPlan;
  readonly plan: Plan;
  /** Reason of a hold that starts now. Null for no hold. */
  readonly hold: string | null;
  /** The cause of the change, for the timeline. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Reads the plan that is pinned to an order. */
export async function pinnedPlan(tx: Tx, orderId: number): Promise<PinnedPlan> {
  return firstRow(
    await sql<{
      plan: Column<'salesorder', 'plan'> & PinnedPlan;
    }>`select plan from salesorder where id = ${orderId}`.execute(tx),
  ).plan;
}

/**
 * Pins another plan to an issued order, and adds and removes the work of its steps. The order is held if plugins refuse the plan. A started step is not removed, and a step is
 * not added too late; the plan then gives the reason.
 * @returns the pinned plan
 */
export async function changePlan(context: OperationContext, change: PlanChange): Promise<Plan> {
  const { tx } = context;
  const { order, facts, was, detail } = change;
  const plan = await possiblePlan(tx, change);
  const starting = [change.hold, startingRefusal(was, plan)].filter((reason) => reason !== null);
  const hold = starting.length === 0 ? null : starting.join('; ');
  await changeWork(tx, order, plan);
  await repin(tx, facts, was, plan, hold);
  const record = { id: order.id, orders: [order.id] };
  await recordEvent(context, { event: 'salesorder.replanned', ...record, detail });
  if (hold !== null) await recordEvent(context, { event: 'salesorder.held', ...record, detail: { reason: hold } });
  await endPluginHolds(context, order.id, was, plan);
  return plan;
}

/** Returns the plan without the changes of steps that come too late. */
async function possiblePlan(tx: Tx, { order, was, plan }: PlanChange): Promise<Plan> {
  let possible = plan;
  for (const step of changedSteps(order, plan)) {
    const isAdded = isRequired(plan, step);
    const inTime = isAdded ? await canAddStep(tx, order.id, step) : !(await isStepStarted(tx, order.id, step));
    if (!inTime) possible = withUnchangedStep(possible, was, step);
  }
  return possible;
}

async function changeWork(tx: Tx, order: LockedOrder, plan: Plan): Promise<void> {
  const changed = changedSteps(order, plan);
  const left = new Set<Step>(order.required);
  for (const step of changed) {
    if (isRequired(plan, step)) left.add(step);
    else left.delete(step);
  }
  for (const step of changed) {
    if (left.has(step)) await addStep(tx, order.id, step);
    else await removeStep(tx, order.id, step, [...left]);
  }
}

function changedSteps(order: LockedOrder, plan: Plan): SkippableStep[] {
  return skippableSteps.filter((step) => order.required.includes(step) !== isRequired(plan, step));
}

function isRequired(plan: Plan, step: Step): boolean {
  return plan.steps.some((planned) => planned.step === step && planned.required);
}

function withUnchangedStep(plan: Plan, was: Plan, step: SkippableStep): Plan {
  const required = isRequired(was, step);
  const why = required
    ? `${step} had begun already, and so it is done`
    : `too late for ${step}: part of the order is on its way, or stands ready together with another`;
  const unchanged = (planned: PlannedStep): PlannedStep => ({
    ...planned,
    required,
    reasons: [...planned.reasons, claimFrom('default', 'too late', null, why, null)],
  });
  return { ...plan, steps: plan.steps.map((planned) => (planned.step === step ? unchanged(planned) : planned)) };
}
