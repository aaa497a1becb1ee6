import type { OrderFacts } from '../../records/facts.ts';
import { type ClaimValue, claimValuesOf, duration, stepOf } from './claims.ts';
import type { Claim, ConditionResult, Moment } from './plan.ts';
import { labelOf } from './resolve.ts';
import type { Condition, Rule } from './rule-set.ts';

/** A rule with its claims in all their wordings, prepared once for all plans. */
export interface PreparedRule {
  readonly rule: Rule;
  readonly label: string;
  readonly claims: readonly PreparedClaim[];
}

interface PreparedClaim extends ClaimValue, ClaimWordings {
  /** True for a claim that counts at issue. A claim of a deferred rule about the whole order waits for the rule's moment. */
  readonly atIssue: boolean;
  /** The claim of a rule that applies, for plans without reasons. */
  readonly bare: Claim;
}

interface ClaimWordings {
  readonly fired: string;
  readonly failed: string;
  readonly excepted: string;
}

/** Returns the wording of a rule's claim for each result of its conditions. */
export function claimWordings(words: string, when: string | null, unless: string | null): ClaimWordings {
  return {
    fired: `${words}, ${when === null ? 'for every order' : `as ${when}`}`,
    failed: `not ${words}, as this does not hold: ${when}`,
    excepted: `not ${words}, as this excepts it: ${unless}`,
  };
}

/** Prepares a rule for the plans of many orders. */
export function prepareRule(rule: Rule): PreparedRule {
  const { name, again, when, unless } = rule;
  return {
    rule,
    label: labelOf({ source: 'rule', name }),
    claims: claimValuesOf(rule.actions).map((content) => {
      const wordings = claimWordings(content.words, when?.text ?? null, unless?.text ?? null);
      return {
        ...content,
        ...wordings,
        // A rule with `before:` forecasts its step at issue. Its actions on the order itself wait for the step.
        atIssue: again === null || (again.waited === null && stepOf(content.question) !== undefined),
        bare: new RuleClaim(rule, content, wordings.fired, [], true),
      };
    }),
  };
}

/** Returns a moment in the words of the operators' file: `before ship`, `after 24h at pack`. */
export function momentWords({ step, waited }: Moment): string {
  return waited === null ? `before ${step}` : `after ${duration(waited)} at ${step}`;
}

/** The result of a rule's conditions for one order. */
export interface RuleResult {
  readonly holds: boolean;
  readonly excepted: boolean;
  readonly conditions: ConditionResult[];
}

const unconditional: RuleResult = { holds: true, excepted: false, conditions: [] };

/** Evaluates the conditions of a rule and records the values they see. @param lookups see `Condition.explain` */
export function evaluateConditions(
  { when, unless }: { readonly when: Condition | null; readonly unless: Condition | null },
  order: OrderFacts,
  now: Date,
  lookups?: unknown[],
): RuleResult {
  if (when === null && unless === null) return unconditional;
  const holds = when?.explain(order, now, lookups);
  const excepts = unless?.explain(order, now, lookups);
  const conditions = holds?.conditions ?? [];
  return {
    holds: holds?.holds ?? true,
    excepted: excepts?.holds ?? false,
    // An exception counts as a condition under a NOT.
    conditions: excepts
      ? [...conditions, ...excepts.conditions.map((seen) => ({ ...seen, negated: seen.negated !== true }))]
      : conditions,
  };
}

/** Remembers which rule of each group applied first, by its label. Later rules of the group do not apply. */
export class Groups {
  readonly #first = new Map<string, string>();

  /** Returns the rule that applied first. @returns undefined if none did, or for a rule without a group */
  first(group: string | null): string | undefined {
    return group === null ? undefined : this.#first.get(group);
  }

  fired(group: string | null, label: string): void {
    if (group !== null) this.#first.set(group, label);
  }
}

/** The input of all rules of one plan. */
export interface RuleEvaluation {
  readonly order: OrderFacts;
  readonly now: Date;
  readonly groups: Groups;
  /** See `Condition.explain`. */
  readonly lookups: unknown[];
}

/** Adds all claims of a rule to `claims`, those that do not count as well, with the values that its conditions saw. */
export function explainRule(
  claims: Claim[],
  { rule, label, claims: prepared }: PreparedRule,
  { order, now, groups, lookups }: RuleEvaluation,
): void {
  const { again } = rule;
  const first = groups.first(rule.group);
  const result = evaluateConditions(rule, order, now, lookups);
  const holds = result.holds && !result.excepted;
  const fires = holds && first === undefined;
  if (fires) groups.fired(rule.group, label);
  for (const content of prepared) {
    const counts = fires && content.atIssue;
    const claim = new RuleClaim(rule, content, whyOf(content, result, first), result.conditions, counts);
    if (holds && first !== undefined) claim.overruled_by = first;
    if (again !== null) {
      claim.again = again;
      claim.why = forecast(claim.why, again, counts || !fires);
    }
    claims.push(claim);
  }
}

/** Adds the claims of a rule that count to `claims`, without explanations. */
export function evaluateRule(
  claims: Claim[],
  { rule, label, claims: prepared }: PreparedRule,
  { order, now, groups }: RuleEvaluation,
): void {
  if (rule.group !== null && groups.first(rule.group) !== undefined) return;
  const fires = (rule.when?.holds(order, now) ?? true) && !(rule.unless?.holds(order, now) ?? false);
  if (!fires) return;
  groups.fired(rule.group, label);
  for (const { atIssue, bare } of prepared) if (atIssue) claims.push(bare);
}

function whyOf(claim: PreparedClaim, { holds, excepted }: RuleResult, first: string | undefined): string {
  if (!holds) return claim.failed;
  if (excepted) return claim.excepted;
  return first === undefined ? claim.fired : `not ${claim.words}, as ${first} came first`;
}

function forecast(why: string, again: Moment, isDecided: boolean): string {
  const when = momentWords(again);
  return isDecided ? `${why}; evaluated again ${when}` : `not yet: evaluated ${when}, where it would be: ${why}`;
}

/** The claim of a rule. It is a class for the reason of `SeenCondition` (lib/expressions/explain.ts). */
class RuleClaim implements Claim {
  readonly source = 'rule';
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly hash: string;
  readonly decides: ClaimValue['question'];
  readonly value: unknown;
  readonly fired: boolean;
  why: string;
  readonly conditions: ConditionResult[];
  declare overruled_by?: string;
  declare again?: Moment;

  constructor(rule: Rule, content: ClaimValue, why: string, conditions: ConditionResult[], fired: boolean) {
    this.name = rule.name;
    this.file = rule.file;
    this.line = rule.line;
    this.hash = rule.hash;
    this.decides = content.question;
    this.value = content.value;
    this.fired = fired;
    this.why = why;
    this.conditions = conditions;
  }
}
