import { sql } from 'kysely';
import type { Difference } from '../../../config/planning/differences.ts';
import type { Plan } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import type { Database } from '../../platform/database/database.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { actorName } from '../../platform/records/actor-name.ts';
import { orderStates } from '../../platform/states/states.ts';
import { changePlan, pinnedPlan } from './change-plan.ts';
import { setEarliestMoment } from './earliest-moment.ts';
import { orderFacts } from './facts.ts';
import type { PinnedPlan } from './plan.ts';

/** The result of replanning an issued order. */
export interface Replanned {
  /** Rule set of the pinned plan, and the active rule set. */
  was: string;
  ruleset: string;
  differences: readonly Difference[];
  plan: Plan;
}

/**
 * Plans an issued order with the active rule set, on the facts of now, and changes nothing. Decisions of people remain.
 * @throws record.unknown, order.state
 */
export function previewReplan(database: Database, orderId: number, planner: Planner): Promise<Replanned> {
  return database.transaction('salesorder.replanned', async (tx) => {
    orderStates.demand('replan', await lockOrder(tx, orderId));
    const { answer } = await replanned(tx, orderId, planner);
    return answer;
  });
}

export interface ReplanInput {
  readonly orderId: number;
  readonly planner: Planner;
  /** The rule set whose differences the caller has seen. Null for any. */
  readonly ruleset: string | null;
  /** Name of the person in the timeline. Null for the caller. */
  readonly by: string | null;
}

/**
 * Plans an issued order again and pins the plan. Steps that are started or done stay unchanged.
 * @throws order.state; precondition.failed if another rule set than `ruleset` is active
 */
export const replan = operation('salesorder.replan', async (context, input: ReplanInput): Promise<Replanned> => {
  const { tx } = context;
  const order = await lockOrder(tx, input.orderId);
  orderStates.demand('replan', order);
  if (input.ruleset !== null && input.ruleset !== input.planner.ruleset) {
    throw problem(
      'precondition.failed',
      `The active rule set is ${input.planner.ruleset}, and not ${input.ruleset}: read the differences again.`,
    );
  }
  const { answer, facts, was } = await replanned(tx, input.orderId, input.planner);
  if (answer.differences.length === 0 && answer.was === answer.ruleset) return answer;
  const hold = answer.plan.hold !== null && answer.plan.hold !== was.hold ? answer.plan.hold : null;
  const detail = { by: await actorName(context, input.by), ruleset: answer.ruleset, differences: answer.differences };
  const plan = await changePlan(context, { order, facts, was, plan: answer.plan, hold, detail });
  await setEarliestMoment(tx, order.id);
  return { ...answer, plan };
});

/** Replans an order as a part of the caller's transaction. @returns null, or the reason why nothing changed */
export async function replanUnlessCurrent(
  context: OperationContext,
  input: Omit<ReplanInput, 'ruleset'>,
): Promise<string | null> {
  const { was, ruleset, differences } = await replan.within(context, { ...input, ruleset: null });
  return differences.length === 0 && was === ruleset ? `It goes by the rule set ${ruleset} already.` : null;
}

async function replanned(tx: Tx, orderId: number, planner: Planner) {
  const was = await pinnedPlan(tx, orderId);
  const { facts: current } = await orderFacts(tx, orderId);
  const facts = await factsBeforePlan(tx, current, was);
  const { plan, differences } = planner.replan(was, facts);
  const answer: Replanned = { was: was.ruleset, ruleset: plan.ruleset, differences, plan };
  return { answer, facts, was };
}

/** Returns the facts with the priority, carrier and service level of the draft: the pinned plan may have changed them. */
async function factsBeforePlan(tx: Tx, facts: OrderFacts, { before = {} }: PinnedPlan): Promise<OrderFacts> {
  const own = { ...facts, priority: before.priority ?? facts.priority };
  if (before.carrier_id === undefined) return own;
  const { rows } = await sql<Pick<OrderFacts, 'carrier' | 'carrierservicelevel'>>`
    -- Reads the carrier and the service level of the draft.
    select (select jsonb_build_object('id', id, 'name', name, 'scac', scac) from carrier where id = ${before.carrier_id}) as carrier,
      (select jsonb_build_object('id', id, 'name', name) from carrierservicelevel
        where id = ${before.carrierservicelevel_id ?? null}) as carrierservicelevel`.execute(tx);
  return { ...own, carrier_id: before.carrier_id, ...rows[0] };
}
