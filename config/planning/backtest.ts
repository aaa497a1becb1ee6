import type { OrderFacts } from '../../records/facts.ts';
import { type Difference, decidingRules, differences } from './differences.ts';
import type { Plan } from './plan.ts';
import type { Planner } from './planner.ts';

/** An issued order, for a plan with other rules. */
export interface IssuedOrder {
  readonly facts: OrderFacts;
  /** Time of the issue. Rules that ask the clock see it, as the pinned plan did. Null for a draft. */
  readonly issued: string | null;
  /** The plan of its issue, with the decisions of people. */
  readonly pinned: Plan;
}

/** Rules that decide in only one of two plans. */
export interface ChangedRules {
  readonly gone: readonly string[];
  readonly new: readonly string[];
}

export interface ChangedOrder {
  readonly id: number;
  readonly number: string;
  readonly differences: readonly Difference[];
  readonly rules: ChangedRules;
  /** The rules about each difference, in the order of the differences. */
  readonly rulesOf: readonly ChangedRules[];
}

/** A difference that several orders have, for the same rules. */
export interface ChangeOfOrders extends Difference {
  readonly rules: ChangedRules;
  /** The newest first. */
  readonly orders: readonly Pick<ChangedOrder, 'id' | 'number'>[];
}

/**
 * Plans an order at the moment of its issue, and compares that with its pinned plan. Decisions of people are not compared.
 * @returns null for an order whose plan stays the same
 */
export function changeOf(planner: Planner, { facts, issued, pinned }: IssuedOrder): ChangedOrder | null {
  const plan = planAtMoment(planner, facts, issued);
  const changes = differences(pinned, plan).filter(({ what }) => !decidedByPerson(pinned, what));
  if (changes.length === 0) return null;
  return {
    id: facts.id,
    number: facts.number,
    differences: changes,
    rules: changedRules(pinned, plan),
    rulesOf: changes.map(({ what }) => changedRules(pinned, plan, what)),
  };
}

/** Returns the plan of an order at the moment of its issue, and for a draft that of now. */
export function planAtMoment(planner: Planner, facts: OrderFacts, issued: string | null): Plan {
  return planner.plan(facts, undefined, issued === null ? undefined : new Date(issued));
}

/** Returns the rules that decide in only one of the plans. @param what only about this; about everything where absent */
export function changedRules(before: Plan, after: Plan, what?: string): ChangedRules {
  const [old, current] = [decidingRules(before, what), decidingRules(after, what)];
  return { gone: without(old, current), new: without(current, old) };
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((name) => !others.includes(name));

/** Returns each difference once, the most frequent first. Orders of different rules stand apart. */
export function groupedChanges(changed: readonly ChangedOrder[]): ChangeOfOrders[] {
  const groups = new Map<string, ChangeOfOrders & { orders: Pick<ChangedOrder, 'id' | 'number'>[] }>();
  for (const { id, number, differences: list, rulesOf } of [...changed].sort((a, b) => b.id - a.id)) {
    for (const [index, difference] of list.entries()) {
      const rules = rulesOf[index] ?? { gone: [], new: [] };
      const key = JSON.stringify([difference, rules]);
      const group = groups.get(key) ?? { ...difference, rules, orders: [] };
      group.orders.push({ id, number });
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((one, other) => other.orders.length - one.orders.length);
}

function decidedByPerson(plan: Plan, what: string): boolean {
  const step = plan.steps.find((each) => each.step === what);
  return (step?.reasons ?? []).some(({ source, fired }) => source === 'operator' && fired);
}
