import type { OrderFacts } from '../../records/facts.ts';
import { type Decisions, decisionsFrom, planFrom, plannedCarrier } from './decisions.ts';
import { type DeferredOutcome, evaluateDeferred } from './deferred-rules.ts';
import { type Difference, differences } from './differences.ts';
import {
  applyDecision,
  type OperatorDecision,
  type OperatorOverrides,
  operatorClaims,
  overrideClaims,
} from './operator-decision.ts';
import { chosenCarrier } from './pinned-plan.ts';
import type { Claim, DeferredRule, Moment, Plan } from './plan.ts';
import { resolve } from './resolve.ts';
import { evaluateRule, explainRule, Groups, prepareRule } from './rule-claims.ts';
import type { Rule, Ruleset } from './rule-set.ts';
import { carrierClaims, claimsOfKind, defaultClaims, needsOfCarrier, settingClaims } from './source-claims.ts';

/**
 * Makes plans from the facts of orders. Pure and synchronous: the same facts, rule set and moment give the same plan, and
 * every order gets one.
 */
export interface Planner {
  /** Content hash of the configuration. */
  readonly ruleset: string;
  /**
   * Returns the plan with every reason. Issue pins it, and `/plan` shows it. A draft counts as issued at `now`.
   * @param now the value of `now` in conditions; by default the current second
   */
  plan(order: OrderFacts, overrides?: OperatorOverrides, now?: Date): Plan;
  /** Returns the same decisions without the reasons, for planning many orders. */
  decide(order: OrderFacts, overrides?: OperatorOverrides, now?: Date): Decisions;
  /**
   * Evaluates the deferred rules that are due at a moment, on the facts of now, and returns the pinned plan with
   * their result. All other pinned claims count unchanged. Steps in the past stay unchanged.
   */
  evaluateDeferred(plan: Plan, moment: Moment, order: OrderFacts, now?: Date): DeferredOutcome;
  /** Returns the pinned plan with a decision of a person. */
  applyDecision(plan: Plan, order: OrderFacts, decision: OperatorDecision): Plan;
  /** Plans an issued order again with this rule set. The decisions of people about it remain. */
  replan(
    plan: Plan,
    order: OrderFacts,
    now?: Date,
  ): { readonly plan: Plan; readonly differences: readonly Difference[] };
}

/**
 * Makes the planner of a configuration. Each method collects claims, and `resolve` ranks them.
 * Rules are ranked by `priority`, and then by their order in the files. `automatic` and `by hand` decide who does a step and
 * not whether it is done: only `require` undoes a skip.
 */
export function createPlanner(ruleset: Ruleset): Planner {
  const rules = ruleset.rules.map(prepareRule);
  const defaults = defaultClaims(ruleset.defaults);
  const carriers = new Map(ruleset.carriers.map((carrier) => [carrier.name.toLowerCase(), carrier]));
  const deferred = ruleset.rules.flatMap(deferredRule);

  /** Collects the claims of all sources and ranks them. The carrier's plugin is known once operators and rules have claimed. */
  function resolveOrder(order: OrderFacts, operators: readonly Claim[], now: Date, addRule: typeof explainRule) {
    const claims = [...operators];
    const evaluation = { order, now, groups: new Groups(), lookups: [] };
    for (const rule of rules) addRule(claims, rule, evaluation);
    const name = chosenCarrier(claims, order);
    const carrier = name === undefined ? undefined : carriers.get(name.toLowerCase());
    if (carrier) claims.push(...carrierClaims(carrier, order));
    for (const setting of ruleset.settings) claims.push(...settingClaims(setting, order));
    claims.push(...claimsOfKind(order), ...defaults);
    const resolution = resolve(claims);
    const planned = carrier ? plannedCarrier(carrier, resolution) : null;
    return {
      resolution,
      carrier,
      decisions: decisionsFrom(resolution, ruleset.hash, planned, deferred, needsOfCarrier(carrier, order)),
    };
  }

  function explainedPlan(order: OrderFacts, operators: readonly Claim[], now: Date): Plan {
    const { resolution, carrier, decisions } = resolveOrder(order, operators, now, explainRule);
    return planFrom(decisions, resolution, carrier ?? null);
  }

  return {
    ruleset: ruleset.hash,
    decide: (order, overrides, now = currentSecond()) =>
      resolveOrder(issuedAt(order, now), overrides ? overrideClaims(overrides) : [], now, evaluateRule).decisions,
    plan: (order, overrides, now = currentSecond()) =>
      explainedPlan(issuedAt(order, now), overrides ? overrideClaims(overrides) : [], now),
    replan(pinned, order, now = currentSecond()) {
      const plan = explainedPlan(order, operatorClaims(pinned), now);
      return { plan, differences: differences(pinned, plan) };
    },
    evaluateDeferred: (plan, moment, order, now = currentSecond()) =>
      evaluateDeferred({ plan, moment, order, now, carriers, compile: ruleset.compile }),
    applyDecision: (plan, order, decision) => applyDecision(plan, order, decision, carriers),
  };
}

function deferredRule({ name, again, when, unless, group }: Rule): DeferredRule[] {
  if (!again) return [];
  const calendars = [...(when?.calendars ?? []), ...(unless?.calendars ?? [])];
  const pinned = calendars.length > 0 ? { calendars } : {};
  return [{ name, again, when: when?.text ?? null, unless: unless?.text ?? null, group, ...pinned }];
}

/** Returns the facts with the date of the issue, which is the moment of the plan. */
const issuedAt = (order: OrderFacts, now: Date): OrderFacts =>
  order.issue_date === null ? { ...order, issue_date: `${now.toISOString().slice(0, 19)}+00:00` } : order;

/** Conditions cache the values of `now` for one moment, so that all orders of one second share it. */
function currentSecond(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000);
}
