import { sql } from 'kysely';
import type { Plan, PlannedStep, SkippableStep, Step } from '../../../planning/plan.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { repin } from './pin.ts';
import type { PinnedPlan } from './plan.ts';
import { add, canBeAdded, isStepStarted, leaveOut } from './skippable-steps.ts';

const skippable: readonly SkippableStep[] = ['pack', 'ship'];

export interface PlanChange {
  readonly order: LockedOrder;
  readonly facts: OrderFacts;
  readonly was: PinnedPlan;
  readonly plan: Plan;
  /** Why the order is held from now on; null where it is not. */
  readonly hold: string | null;
  /** What brought it about, for the timeline. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The plan that is pinned to an order. */
export async function pinnedPlan(tx: Tx, orderId: number): Promise<PinnedPlan> {
  const { rows } = await sql<{ plan: PinnedPlan }>`select plan from salesorder where id = ${orderId}`.execute(tx);
  return rows[0]!.plan;
}

/**
 * Gives an issued order another plan, and its work with it. A step that has begun stays, and one for which it is too late stays
 * left out; the plan then says so.
 * @returns the plan as it was pinned
 */
export async function changePlan(context: OperationContext, change: PlanChange): Promise<Plan> {
  const { tx } = context;
  const { order, facts, was, hold, detail } = change;
  let { plan } = change;
  const left = new Set<Step>(order.required);
  for (const step of skippable) {
    const [before, after] = [order.required.includes(step), isRequired(plan, step)];
    if (before === after) continue;
    const possible = after ? await canBeAdded(tx, order.id, step) : !(await isStepStarted(tx, order.id, step));
    if (!possible) plan = asItWas(plan, was, step);
    else if (after) left.add(step);
    else left.delete(step);
  }
  for (const step of skippable) {
    if (left.has(step) && !order.required.includes(step)) await add(tx, order.id, step);
    if (!left.has(step) && order.required.includes(step)) await leaveOut(tx, order.id, step, [...left]);
  }
  await repin(tx, facts, was, plan, hold);
  await recordEvent(context, { event: 'salesorder.replanned', id: order.id, orders: [order.id], detail });
  if (hold !== null) {
    await recordEvent(context, {
      event: 'salesorder.held',
      id: order.id,
      orders: [order.id],
      detail: { reason: hold },
    });
  }
  return plan;
}

function isRequired(plan: Plan, step: Step): boolean {
  return plan.steps.some((planned) => planned.step === step && planned.required);
}

/** The step stays as it is, and says why. */
function asItWas(plan: Plan, was: Plan, step: SkippableStep): Plan {
  const kept = was.steps.find((planned) => planned.step === step)!;
  const wanted = plan.steps.find((planned) => planned.step === step)!;
  const why = kept.required
    ? `${step} had begun already, and so it is done`
    : `too late for ${step}: part of the order is on its way, or stands ready together with another`;
  const told: PlannedStep = {
    ...wanted,
    required: kept.required,
    reasons: [
      ...wanted.reasons,
      {
        source: 'default',
        name: 'too late',
        file: null,
        line: null,
        hash: null,
        decides: null,
        value: null,
        fired: true,
        why,
        conditions: [],
      },
    ],
  };
  return { ...plan, steps: plan.steps.map((planned) => (planned.step === step ? told : planned)) };
}
