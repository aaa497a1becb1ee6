import type { CallContext } from '../platform/database/operation.ts';
import { Problem } from '../platform/problems/problems.ts';
import { issueUnit, type PerformUnit, performUnit } from './perform.ts';
import type { PerformAnswer } from './schema.ts';

/** How often the orders of a unit that are left are issued together. With more bad ones, one by one costs less. */
const mostAttempts = 3;

/**
 * Performs the action of a run on the orders of a unit. Orders of an issue are issued together up to the first one that something
 * stands in the way of. That one goes by itself, and then those after it: each has the outcome that it would have after the others.
 * @param faultOf returns the problem of a defect that every further attempt would meet again, which the orders get as their outcome;
 * null for another error
 * @throws bulkrun.state if the run is paused or over; another error leaves the orders that are not done without an outcome
 */
export async function performOrders(
  call: CallContext,
  unit: PerformUnit,
  faultOf: (error: unknown, orderIds: readonly number[]) => Problem | null,
): Promise<PerformAnswer> {
  const performed = async (orderIds: readonly number[]): Promise<PerformAnswer> => {
    try {
      return await performUnit(call, { ...unit, orderIds });
    } catch (error) {
      const fault = faultOf(error, orderIds);
      if (fault === null) throw error;
      return performUnit(call, { ...unit, orderIds, fault });
    }
  };
  const first = unit.orderIds.length > 1 ? await issueTogether(call, unit, unit.orderIds) : null;
  if (first === null) return performed(unit.orderIds);
  let answer = first;
  let left = withoutOutcome(unit.orderIds, answer);
  for (let attempts = 2; left.length > 0; attempts++) {
    const [next, ...others] = left as [number, ...number[]];
    answer = joined(answer, await performed([next]));
    const again = others.length > 1 && attempts <= mostAttempts ? await issueTogether(call, unit, others) : null;
    if (again !== null) answer = joined(answer, again);
    left = withoutOutcome(others, answer);
  }
  return answer;
}

/** Returns the orders that have no outcome yet. Those that were passed over, because others had locked them, come last. */
function withoutOutcome(orderIds: readonly number[], { outcomes }: PerformAnswer): number[] {
  const done = new Set(outcomes.map(({ order_id }) => order_id));
  const reached = orderIds.findLastIndex((id) => done.has(id));
  const left = (ids: readonly number[]) => ids.filter((id) => !done.has(id));
  return [...left(orderIds.slice(reached + 1)), ...left(orderIds.slice(0, reached + 1))];
}

const joined = ({ outcomes }: PerformAnswer, later: PerformAnswer): PerformAnswer => {
  return { ...later, outcomes: [...outcomes, ...later.outcomes] };
};

/** @returns null for a run that does not issue orders together */
async function issueTogether(
  call: CallContext,
  unit: PerformUnit,
  orderIds: readonly number[],
): Promise<PerformAnswer | null> {
  try {
    return await issueUnit(call, { ...unit, orderIds });
  } catch (error) {
    if (error instanceof Problem) throw error;
    // A defect: the orders one by one tell which of them has it.
    return { state: 'running', rate: null, outcomes: [] };
  }
}
