import type { OrderFacts } from '../../records/facts.ts';
import { claimWords, pinnedClaims } from './claims.ts';
import { type Carriers, planFromPinned } from './pinned-plan.ts';
import type { Calendar } from './plan.ts';
import { type Claim, type DeferredRule, type Moment, type Plan, type Step, steps } from './plan.ts';
import { labelOf } from './resolve.ts';
import { claimWordings, evaluateConditions, Groups, momentWords, type RuleResult } from './rule-claims.ts';
import type { Condition } from './rule-set.ts';

interface DeferredInput {
  readonly plan: Plan;
  readonly moment: Moment;
  readonly order: OrderFacts;
  readonly now: Date;
  readonly carriers: Carriers;
  compile(text: string, calendars?: readonly Calendar[]): Condition;
}

export interface DeferredOutcome {
  readonly plan: Plan;
  /** The reason of a hold by a rule that was evaluated now. Null for no hold. */
  readonly hold: string | null;
}

/** Evaluates the deferred rules that are due. See `Planner.evaluateDeferred`. */
export function evaluateDeferred(input: DeferredInput): DeferredOutcome {
  const { plan, moment, order, carriers } = input;
  const due = plan.later.filter((rule) => isDue(rule.again, moment));
  const deferred = plan.later.filter((rule) => !due.includes(rule) && !isPast(rule.again, moment));
  if (due.length === 0) return { plan: { ...plan, later: deferred }, hold: null };

  const evaluated = evaluateRules(due, input);
  const claims = pinnedClaims(plan).map((claim) => renewed(claim, evaluated));
  const isNow = ({ source, name }: Claim) => source === 'rule' && evaluated.has(name);
  // A hold of now counts beside one that was released since, so that it comes first among the rules.
  const isUrgent = (claim: Claim) => isNow(claim) && (claim.decides === 'hold' || claim.decides === 'escalate');
  const replanned = planFromPinned({
    plan,
    order,
    claims: [...claims.filter(isUrgent), ...claims.filter((claim) => !isUrgent(claim))],
    carrierBefore: plan.carrier?.name ?? order.carrier?.name,
    carriers,
    deferred,
  });
  const isHeldNow = claims.some((claim) => isNow(claim) && claim.decides === 'hold' && claim.fired);
  return {
    hold: isHeldNow ? replanned.hold : null,
    plan: withPastSteps(replanned, plan, firstOpenStep(moment, due)),
  };
}

/** A step that was skipped is not in the past while rules before it are evaluated. */
function firstOpenStep(moment: Moment, due: readonly DeferredRule[]): number {
  return Math.min(position(moment.step), ...due.map(({ again }) => position(again.step)));
}

/** Steps before `first` are in the past and keep their pinned decisions. */
function withPastSteps(replanned: Plan, pinned: Plan, first: number): Plan {
  const isPastStep = (step: Step) => position(step) < first;
  return {
    ...replanned,
    ...(isPastStep('pack') ? { start_in_carton: pinned.start_in_carton, carton_types: pinned.carton_types } : {}),
    ...(isPastStep('ship') ? { cartons_per_pallet: pinned.cartons_per_pallet } : {}),
    steps: replanned.steps.map((planned, index) =>
      isPastStep(planned.step) ? (pinned.steps[index] ?? planned) : planned,
    ),
  };
}

const position = (step: Step) => steps.indexOf(step);

/** A rule before a step that was skipped is due with the next step that is done. */
function isDue(own: Moment, moment: Moment): boolean {
  if (own.waited === null) return position(own.step) <= position(moment.step);
  return moment.waited !== null && own.step === moment.step && own.waited <= moment.waited;
}

/** The order no longer waits at a step before the one that it has reached. */
function isPast(own: Moment, moment: Moment): boolean {
  return own.waited !== null && position(own.step) < position(moment.step);
}

interface EvaluatedRule {
  readonly rule: DeferredRule;
  readonly result: RuleResult;
  /** The rule of its group that came first. */
  readonly first: string | undefined;
}

function evaluateRules(
  due: readonly DeferredRule[],
  { order, now, compile }: DeferredInput,
): Map<string, EvaluatedRule> {
  const groups = new Groups();
  const condition = (text: string | null, { calendars }: DeferredRule) =>
    text === null ? null : compile(text, calendars);
  return new Map(
    due.map((rule) => {
      const result = evaluateConditions(
        { when: condition(rule.when, rule), unless: condition(rule.unless, rule) },
        order,
        now,
      );
      const first = groups.first(rule.group);
      if (holdsFor(result) && first === undefined) {
        groups.fired(rule.group, labelOf({ source: 'rule', name: rule.name }));
      }
      return [rule.name, { rule, result, first }];
    }),
  );
}

const holdsFor = ({ holds, excepted }: RuleResult) => holds && !excepted;

/** Returns the claim of a rule that was evaluated now with its new result. All other claims stay unchanged. */
function renewed(claim: Claim, evaluated: ReadonlyMap<string, EvaluatedRule>): Claim {
  const own = claim.source === 'rule' ? evaluated.get(claim.name) : undefined;
  if (!own || !claim.again) return claim;
  const { again: moment, ...rest } = claim;
  const { rule, result, first } = own;
  const words = claim.decides === null ? '' : claimWords(claim.decides, claim.value);
  const fired = holdsFor(result) && first === undefined;
  return {
    ...rest,
    ...(holdsFor(result) && first !== undefined ? { overruled_by: first } : {}),
    fired,
    why: `${whyOf(words, rule, result, first)}; evaluated ${momentWords(moment)}`,
    conditions: result.conditions,
  };
}

function whyOf(words: string, rule: DeferredRule, result: RuleResult, first: string | undefined): string {
  const wordings = claimWordings(words, rule.when, rule.unless);
  if (!result.holds) return wordings.failed;
  if (result.excepted) return wordings.excepted;
  return first === undefined ? wordings.fired : `not ${words}, as ${first} came first`;
}
