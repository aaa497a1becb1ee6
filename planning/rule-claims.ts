import type { OrderFacts } from '../plugins/facts.ts';
import { type Claim, type ClaimResolver, claimsOf, duration, stepOf } from './claims.ts';
import type { ConditionSeen, Moment, Reason } from './plan.ts';
import type { Condition, Rule } from './rule-set.ts';

/** A rule with what it claims and how that is told, prepared once. */
export interface PreparedRule {
  readonly rule: Rule;
  readonly label: string;
  readonly claims: readonly PreparedClaim[];
}

interface PreparedClaim extends Claim {
  readonly fired: string;
  readonly failed: string;
  readonly excepted: string;
  /** True for what a rule with a moment says at issue already; the rest waits for the moment. */
  readonly early: boolean;
}

/** Words of a rule's claim, by what came of its conditions. */
export function wordsOf(words: string, when: string | null, unless: string | null) {
  return {
    fired: `${words}, ${when === null ? 'for every order' : `as ${when}`}`,
    failed: `not ${words}, as this does not hold: ${when}`,
    excepted: `not ${words}, as this excepts it: ${unless}`,
  };
}

export function prepareRule(rule: Rule): PreparedRule {
  const { name, again, when, unless } = rule;
  return {
    rule,
    label: `rule "${name}"`,
    claims: claimsOf(rule.actions).map((claim) => ({
      ...claim,
      ...wordsOf(claim.words, when?.text ?? null, unless?.text ?? null),
      // Before its step a rule is a forecast of the steps; what acts on the order itself waits until the order is there.
      early: again === null || (again.waited === null && stepOf(claim.question) !== undefined),
    })),
  };
}

/** `before ship`, `after 24h at pack`. */
export function momentWords({ step, waited }: Moment): string {
  return waited === null ? `before ${step}` : `after ${duration(waited)} at ${step}`;
}

/** What a rule came to for an order. */
export interface Verdict {
  readonly holds: boolean;
  readonly excepted: boolean;
  readonly conditions: ConditionSeen[];
}

const unconditional: Verdict = { holds: true, excepted: false, conditions: [] };

/** @param found see `Condition.explain` */
export function verdictOf(
  { when, unless }: { readonly when: Condition | null; readonly unless: Condition | null },
  order: OrderFacts,
  now: Date,
  found?: unknown[],
): Verdict {
  if (when === null && unless === null) return unconditional;
  const holds = when?.explain(order, now, found);
  const excepts = unless?.explain(order, now, found);
  const conditions = holds?.conditions ?? [];
  return {
    holds: holds?.holds ?? true,
    excepted: excepts?.holds ?? false,
    // An exception stands as if under a NOT.
    conditions: excepts
      ? [...conditions, ...excepts.conditions.map((seen) => ({ ...seen, negated: seen.negated !== true }))]
      : conditions,
  };
}

/** Of the rules of a group the first that holds applies; it is remembered by its label. */
export class Groups {
  readonly #first = new Map<string, string>();

  /** The rule that came first in a group; undefined where none did, or for a rule by itself. */
  first(group: string | null): string | undefined {
    return group === null ? undefined : this.#first.get(group);
  }

  fired(group: string | null, label: string): void {
    if (group !== null) this.#first.set(group, label);
  }
}

/** What a rule says of an order when it is issued, with every reason. */
export function claimForRule(
  resolver: ClaimResolver,
  { rule, label, claims }: PreparedRule,
  groups: Groups,
  order: OrderFacts,
  now: Date,
  found: unknown[],
): void {
  const { again } = rule;
  const first = groups.first(rule.group);
  const verdict = verdictOf(rule, order, now, found);
  const fires = verdict.holds && !verdict.excepted && first === undefined;
  if (fires) groups.fired(rule.group, label);
  for (const claim of claims) {
    const counts = fires && claim.early;
    const reason = reasonOf(rule, claim, whyOf(claim, verdict, first), verdict.conditions, counts);
    if (verdict.holds && !verdict.excepted && first !== undefined) reason.overruled_by = first;
    if (again !== null) {
      reason.again = again;
      reason.why = forecast(reason.why, again, counts || !fires);
    }
    if (counts) resolver.claim(claim, label, () => reason);
    else resolver.note(stepOf(claim.question), reason);
  }
}

function whyOf(claim: PreparedClaim, { holds, excepted }: Verdict, first: string | undefined): string {
  if (!holds) return claim.failed;
  if (excepted) return claim.excepted;
  return first === undefined ? claim.fired : `not ${claim.words}, as ${first} came first`;
}

function forecast(why: string, again: Moment, said: boolean): string {
  const when = momentWords(again);
  return said ? `${why}; evaluated again ${when}` : `not yet: evaluated ${when}, where it would be: ${why}`;
}

/** The same decisions without reasons. */
export function decideForRule(
  resolver: ClaimResolver,
  { rule, label, claims }: PreparedRule,
  groups: Groups,
  order: OrderFacts,
  now: Date,
): void {
  if (rule.group !== null && groups.first(rule.group) !== undefined) return;
  const fires = (rule.when?.holds(order, now) ?? true) && !(rule.unless?.holds(order, now) ?? false);
  if (!fires) return;
  groups.fired(rule.group, label);
  for (const claim of claims) if (claim.early) resolver.claim(claim, label, never);
}

function reasonOf(
  { name, file, line, hash }: Rule,
  { question, value }: Claim,
  why: string,
  conditions: ConditionSeen[],
  fired: boolean,
): Reason {
  return { source: 'rule', name, file, line, hash, decides: question, value, fired, why, conditions };
}

export function never(): never {
  throw new Error('Reasons are not kept here.');
}
