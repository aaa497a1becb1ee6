import type { OrderFacts } from '../plugins/facts.ts';
import { ClaimResolver, claimsOf } from './claims.ts';
import {
  claimForCarrier,
  claimForDefault,
  claimForSetting,
  type Decisions,
  decisions,
  plannedCarrier,
} from './decisions.ts';
import { type Again, again } from './deferred-rules.ts';
import { type Difference, differences } from './differences.ts';
import { claimForPeople, decidedByPeople, type OperatorDecision, overrule } from './operator-decision.ts';
import { type LaterRule, type Moment, type Plan, type Reason, steps } from './plan.ts';
import { reason } from './reason.ts';
import { claimForRule, decideForRule, Groups, prepareRule } from './rule-claims.ts';
import type { Actions, Ruleset } from './rule-set.ts';

/** What a person decided for one order; it wins over everything else. */
export interface OperatorOverrides extends Partial<Actions> {
  /** Who decided, as the plan names them. */
  readonly operator: string;
  readonly why?: string;
}

/**
 * From an order's facts to its plan. Pure and synchronous: the same facts, rule set and moment give the same plan, and
 * every order gets one.
 */
export interface Planner {
  /** Content hash of the configuration. */
  readonly ruleset: string;
  /**
   * The plan with every reason: what issue pins and `/plan` shows.
   * @param now what `now` is in conditions; the second of the call unless said
   */
  plan(order: OrderFacts, overrides?: OperatorOverrides, now?: Date): Plan;
  /** The same decisions without the reasons, for trying many orders. */
  decide(order: OrderFacts, overrides?: OperatorOverrides, now?: Date): Decisions;
  /**
   * The pinned plan of an order that has come so far: the rules that were to be evaluated again are, on the facts of now, and
   * pinned with it. Everything else of it stays as it was pinned.
   */
  again(plan: Plan, moment: Moment, order: OrderFacts, now?: Date): Again;
  /** The pinned plan with what a person decides for the order now. */
  overrule(plan: Plan, order: OrderFacts, decision: OperatorDecision): Plan;
  /** What planning an issued order anew makes of it. What people decided for it stays decided. */
  replan(
    plan: Plan,
    order: OrderFacts,
    now?: Date,
  ): { readonly plan: Plan; readonly differences: readonly Difference[] };
}

/**
 * Makes the planner of a configuration.
 * Precedence: operator > rule > carrier plugin > setting > default; among rules the one of the lower `priority`, and then the
 * one higher up. `automatic` and `by hand` say who does a step, not whether it is done: only `require` undoes a skip (design
 * page §8).
 */
export function createPlanner(ruleset: Ruleset): Planner {
  const rules = ruleset.rules.map(prepareRule);
  const carriers = new Map(ruleset.carriers.map((carrier) => [carrier.name.toLowerCase(), carrier]));
  const later = ruleset.rules.flatMap((rule): LaterRule[] => {
    const { name, again: moment, when, unless, group } = rule;
    return moment ? [{ name, again: moment, when: when?.text ?? null, unless: unless?.text ?? null, group }] : [];
  });

  function settle(
    order: OrderFacts,
    overrides: OperatorOverrides | undefined,
    now: Date,
    withReasons: boolean,
    decided: readonly Reason[] = [],
  ) {
    const resolver = new ClaimResolver(withReasons);
    const groups = new Groups();
    if (overrides) claimForOperator(resolver, overrides);
    claimForPeople(resolver, decided);
    const claim = withReasons ? claimForRule : decideForRule;
    const found: unknown[] = [];
    for (const prepared of rules) claim(resolver, prepared, groups, order, now, found);
    const name = resolver.value<string>('carrier') ?? order.carrier?.name;
    const carrier = name === undefined ? undefined : carriers.get(name.toLowerCase());
    if (carrier) claimForCarrier(resolver, carrier, order);
    for (const setting of ruleset.settings) claimForSetting(resolver, setting, order);
    for (const step of steps) claimForDefault(resolver, step, ruleset.defaults[step]);
    const planned = carrier ? plannedCarrier(carrier, resolver) : null;
    return { resolver, decisions: decisions(resolver, ruleset.hash, planned, later) };
  }

  return {
    ruleset: ruleset.hash,
    decide: (order, overrides, now = thisSecond()) => settle(order, overrides, now, false).decisions,
    plan(order, overrides, now = thisSecond()) {
      const { resolver, decisions: decided } = settle(order, overrides, now, true);
      return explained(decided, resolver);
    },
    replan(was, order, now = thisSecond()) {
      const { resolver, decisions: decided } = settle(order, undefined, now, true, decidedByPeople(was));
      const plan = explained(decided, resolver);
      return { plan, differences: differences(was, plan) };
    },
    again: (plan, moment, order, now = thisSecond()) =>
      again({ plan, moment, order, now, carriers, compile: ruleset.compile }),
    overrule: (plan, order, decision) => overrule(plan, order, decision, carriers),
  };
}

/** Times are kept to the second; and of the orders that are planned within one, each condition tells its times once. */
function thisSecond(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000);
}

function explained(decided: Decisions, resolver: ClaimResolver): Plan {
  return {
    ...decided,
    steps: decided.steps.map((step) => ({ ...step, reasons: resolver.reasons(step.step) })),
    reasons: resolver.reasons(undefined),
  };
}

function claimForOperator(resolver: ClaimResolver, overrides: OperatorOverrides): void {
  const { operator, why } = overrides;
  for (const claim of claimsOf(overrides)) {
    resolver.claim(claim, `operator "${operator}"`, () =>
      reason('operator', operator, null, why ?? claim.words, claim),
    );
  }
}
