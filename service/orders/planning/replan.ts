import { sql } from 'kysely';
import type { Difference } from '../../../planning/differences.ts';
import type { Plan } from '../../../planning/plan.ts';
import type { Planner } from '../../../planning/planner.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import type { Database } from '../../platform/database/database.ts';
import { lockOrder } from '../../platform/database/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { orderStates } from '../states.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { decider } from './decider.ts';
import { orderFacts } from './facts.ts';
import type { PinnedPlan } from './plan.ts';

/** What planning an issued order anew would make of it. */
export interface Replanned {
  /** Rule set that it was issued with, and the one that is armed now. */
  was: string;
  ruleset: string;
  differences: readonly Difference[];
  plan: Plan;
}

/**
 * What the rule set of now would make of an issued order, on the facts of now. What a person decided for it stays decided.
 * @throws record.unknown, order.state
 */
export function previewReplan(database: Database, orderId: number, planner: Planner): Promise<Replanned> {
  return database.transaction('salesorder.replanned', async (tx) => {
    orderStates.demand('replan', await lockOrder(tx, orderId));
    const { answer } = await replanned(tx, orderId, planner);
    return answer;
  });
}

/**
 * Plans an issued order anew. What is begun or done stays as it is.
 * @throws order.state; precondition.failed where another rule set is armed than the one whose difference was shown
 */
export const replan = operation(
  'salesorder.replan',
  async (
    context,
    input: { orderId: number; planner: Planner; ruleset: string | null; by: string | null },
  ): Promise<Replanned> => {
    const { tx } = context;
    const order = await lockOrder(tx, input.orderId);
    orderStates.demand('replan', order);
    if (input.ruleset !== null && input.ruleset !== input.planner.ruleset) {
      throw problem(
        'precondition.failed',
        `The rule set ${input.planner.ruleset} is armed, and not ${input.ruleset}: look at the difference again.`,
      );
    }
    const { answer, facts, was } = await replanned(tx, input.orderId, input.planner);
    if (answer.differences.length === 0 && answer.was === answer.ruleset) return answer;
    const hold = answer.plan.hold !== null && answer.plan.hold !== was.hold ? answer.plan.hold : null;
    const detail = { by: await decider(context, input.by), ruleset: answer.ruleset, differences: answer.differences };
    const plan = await changePlan(context, { order, facts, was, plan: answer.plan, hold, detail });
    return { ...answer, plan };
  },
);

async function replanned(tx: Tx, orderId: number, planner: Planner) {
  const was = await pinnedPlan(tx, orderId);
  const { facts: now } = await orderFacts(tx, orderId);
  const facts = await asBefore(tx, now, was);
  const { plan, differences } = planner.replan(was, facts);
  const answer: Replanned = { was: was.ruleset, ruleset: plan.ruleset, differences, plan };
  return { answer, facts, was };
}

/** What the plan of now has changed of the order itself must not speak for itself: the order as it was before. */
async function asBefore(tx: Tx, facts: OrderFacts, { before = {} }: PinnedPlan): Promise<OrderFacts> {
  const own = { ...facts, priority: before.priority ?? facts.priority };
  if (before.carrier_id === undefined) return own;
  const { rows } = await sql<Pick<OrderFacts, 'carrier' | 'carrierservicelevel'>>`
    select (select jsonb_build_object('id', id, 'name', name, 'scac', scac) from carrier where id = ${before.carrier_id}) as carrier,
      (select jsonb_build_object('id', id, 'name', name) from carrierservicelevel
        where id = ${before.carrierservicelevel_id ?? null}) as carrierservicelevel`.execute(tx);
  return { ...own, carrier_id: before.carrier_id, ...rows[0]! };
}
