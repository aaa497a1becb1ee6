import { sql } from 'kysely';
import type { Plan, Reason, Step } from '../../../planning/plan.ts';
import { lockOrder } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { orderStates } from '../states.ts';
import { decider } from './decider.ts';
import { isStepStarted, leaveOut } from './step-change.ts';

export interface Skip {
  orderId: number;
  step: Step;
  /** Who decides, as the plan will name them; the caller where nobody is said. */
  by: string | null;
}

/**
 * Leaves a step of an issued order out, by decision of a person: it wins over rules, carrier and settings, and the pinned plan
 * says so. Repeating it changes nothing.
 * @throws order.state where the order is not open, or the step has begun
 */
export const skipStep = operation('salesorder.skip', async (context, { orderId, step, by: said }: Skip) => {
  const { tx } = context;
  if (step !== 'pack' && step !== 'ship') {
    throw problem('body.invalid', `The ${step} step can't be skipped: only pack and ship can.`, {
      errors: [{ pointer: '/step', detail: 'must be pack or ship' }],
    });
  }
  const order = await lockOrder(tx, orderId);
  orderStates.demand('skip', order);
  if (!order.required.includes(step)) return;
  if (await isStepStarted(tx, orderId, step)) {
    throw problem(
      'order.state',
      `The ${step} step of order ${order.number} has begun: finish the ${step}, or delete it first.`,
    );
  }

  const by = await decider(context, said);
  const { rows } = await sql<{ plan: Plan }>`select plan from salesorder where id = ${orderId}`.execute(tx);
  const plan = JSON.stringify(withoutStep(rows[0]!.plan, step, by));
  await sql`update salesorder set plan = ${plan}::jsonb, attention = null, updated_at = now() where id = ${orderId}`.execute(
    tx,
  );
  await leaveOut(
    tx,
    orderId,
    step,
    order.required.filter((required) => required !== step),
  );
  await recordEvent(context, {
    event: 'salesorder.replanned',
    id: orderId,
    orders: [orderId],
    detail: { skipped: step, by },
  });
});

/** The plan with the step left out. What required it before is overruled; who would do it, or how, was never asked. */
function withoutStep(plan: Plan, step: Step, by: string): Plan {
  const operator = `operator "${by}"`;
  const decided: Reason = {
    source: 'operator',
    name: by,
    file: null,
    line: null,
    hash: null,
    decides: `${step}.required`,
    value: false,
    fired: true,
    why: `${by} skipped it`,
    conditions: [],
  };
  return {
    ...plan,
    steps: plan.steps.map((planned) =>
      planned.step === step
        ? {
            ...planned,
            required: false,
            reasons: [
              decided,
              ...planned.reasons.map((reason) =>
                reason.fired && reason.decides === decided.decides ? against(reason, operator) : reason,
              ),
            ],
          }
        : planned,
    ),
  };
}

function against({ overruled_by: _earlier, ...reason }: Reason, operator: string): Reason {
  return reason.value === false ? reason : { ...reason, overruled_by: operator };
}
