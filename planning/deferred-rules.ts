import type { ConfiguredCarrier } from '../plugins/configured.ts';
import type { OrderFacts } from '../plugins/facts.ts';
import { ClaimResolver, claimWords, stepOf } from './claims.ts';
import { bookingStep, claimForCarrier, decisions, plannedCarrier } from './decisions.ts';
import { type LaterRule, type Moment, type Plan, type PlannedCarrier, type Reason, type Step, steps } from './plan.ts';
import { labelOf } from './reason.ts';
import { Groups, momentWords, type Verdict, verdictOf, wordsOf } from './rule-claims.ts';
import type { Condition } from './rule-set.ts';

interface Asked {
  readonly plan: Plan;
  readonly moment: Moment;
  readonly order: OrderFacts;
  readonly now: Date;
  /** By their names in small letters: where another carrier is chosen, its plugin has a say. */
  readonly carriers: ReadonlyMap<string, ConfiguredCarrier>;
  compile(text: string): Condition;
}

export interface Again {
  readonly plan: Plan;
  /** Why the order is to be held now; null where no rule that spoke now says so. */
  readonly hold: string | null;
}

/** See `Planner.again`. What steps that lie behind were is history, and stays as it is. */
export function again(asked: Asked): Again {
  const { plan, moment, order, carriers } = asked;
  const due = plan.later.filter(({ again: own }) => isDue(own, moment));
  const later = plan.later.filter((rule) => !due.includes(rule) && !isPast(rule.again, moment));
  if (due.length === 0) return { plan: { ...plan, later }, hold: null };
  const heard = answers(due, asked);
  const told = (reasons: readonly Reason[]) => reasons.map((reason) => renewed(reason, heard));
  const all = [...plan.steps.flatMap(({ reasons }) => told(reasons)), ...told(plan.reasons)];
  const now = ({ source, name }: Reason) => source === 'rule' && heard.has(name);
  const acts = (reason: Reason) => now(reason) && (reason.decides === 'hold' || reason.decides === 'escalate');

  const resolver = new ClaimResolver(true);
  const people = all.filter(({ source }) => source === 'operator' || source === 'rule');
  // A hold of now counts beside one that was released long ago.
  for (const reason of [...people.filter(acts), ...people.filter((each) => !acts(each))]) retell(resolver, reason);
  const name = resolver.value<string>('carrier') ?? order.carrier?.name;
  const carrier = name === undefined ? undefined : carriers.get(name.toLowerCase());
  const changed = name?.toLowerCase() !== (plan.carrier?.name ?? order.carrier?.name)?.toLowerCase();
  if (changed) {
    if (carrier) claimForCarrier(resolver, carrier, order);
  } else for (const reason of all) if (reason.source === 'carrier' && reason.decides !== null) retell(resolver, reason);
  for (const reason of all) if (reason.source === 'setting' || reason.source === 'default') retell(resolver, reason);

  const planned =
    changed && carrier ? plannedCarrier(carrier, resolver) : changed ? null : kept(plan, carrier, resolver);
  const decided = decisions(resolver, plan.ruleset, planned, later);
  // A step that was left out lies not behind while rules speak of it.
  const from = Math.min(position(moment.step), ...due.map(({ again: own }) => position(own.step)));
  const isBehind = (step: Step) => position(step) < from;
  return {
    hold: people.some((reason) => acts(reason) && reason.decides === 'hold' && reason.fired) ? decided.hold : null,
    plan: {
      ...decided,
      create_pick: plan.create_pick,
      ...(isBehind('pack') ? { start_in_carton: plan.start_in_carton, carton_types: plan.carton_types } : {}),
      ...(isBehind('ship') ? { cartons_per_pallet: plan.cartons_per_pallet } : {}),
      steps: decided.steps.map((step, index) =>
        isBehind(step.step) ? plan.steps[index]! : { ...step, reasons: resolver.reasons(step.step) },
      ),
      reasons: resolver.reasons(undefined),
    },
  };
}

/** The carrier as it was pinned, whatever the configuration says of it by now; steps may move its booking. */
export function kept(
  plan: Plan,
  carrier: ConfiguredCarrier | undefined,
  resolver: ClaimResolver,
): PlannedCarrier | null {
  if (!plan.carrier) return null;
  const { name, book_at } = plan.carrier;
  const bookAt = carrier ? carrier.bookAt : book_at;
  return { ...plan.carrier, book_at: bookingStep(resolver, { name, place: carrier ?? null, bookAt }) };
}

const position = (step: Step) => steps.indexOf(step);

/** A rule before a step that was passed over is due with the next step that is done. */
function isDue(own: Moment, moment: Moment): boolean {
  if (own.waited === null) return position(own.step) <= position(moment.step);
  return moment.waited !== null && own.step === moment.step && own.waited <= moment.waited;
}

/** Nobody waits any more at a step that lies behind. */
function isPast(own: Moment, moment: Moment): boolean {
  return own.waited !== null && position(own.step) < position(moment.step);
}

interface Answer {
  readonly rule: LaterRule;
  readonly verdict: Verdict;
  /** The rule of its group that came first. */
  readonly first: string | undefined;
}

function answers(due: readonly LaterRule[], { order, now, compile }: Asked): Map<string, Answer> {
  const groups = new Groups();
  const condition = (text: string | null) => (text === null ? null : compile(text));
  return new Map(
    due.map((rule) => {
      const label = labelOf({ source: 'rule', name: rule.name });
      const verdict = verdictOf({ when: condition(rule.when), unless: condition(rule.unless) }, order, now);
      const first = groups.first(rule.group);
      if (verdict.holds && !verdict.excepted && first === undefined) groups.fired(rule.group, label);
      return [rule.name, { rule, verdict, first }];
    }),
  );
}

/** The reason as the rule's answer of now makes it; other reasons as they were. */
function renewed(reason: Reason, heard: ReadonlyMap<string, Answer>): Reason {
  const { overruled_by: _overruled, ...told } = reason;
  const answer = reason.source === 'rule' ? heard.get(reason.name) : undefined;
  if (!answer || !reason.again) return told;
  const { again: moment, ...settled } = told;
  const { rule, verdict, first } = answer;
  const does = reason.decides === null ? '' : claimWords(reason.decides, reason.value);
  const words = wordsOf(does, rule.when, rule.unless);
  const holds = verdict.holds && !verdict.excepted;
  const fired = holds && first === undefined;
  const why = fired ? words.fired : whyNot(verdict, words, `not ${does}, as ${first} came first`);
  return {
    ...settled,
    ...(holds && first !== undefined ? { overruled_by: first } : {}),
    fired,
    why: `${why}; evaluated ${momentWords(moment as Moment)}`,
    conditions: verdict.conditions,
  };
}

function whyNot({ holds, excepted }: Verdict, words: { failed: string; excepted: string }, later: string): string {
  if (!holds) return words.failed;
  return excepted ? words.excepted : later;
}

/** Says again what a pinned reason says. */
export function retell(resolver: ClaimResolver, reason: Reason): void {
  if (reason.fired && reason.decides !== null) {
    resolver.claim({ question: reason.decides, value: reason.value }, labelOf(reason), () => reason);
  } else {
    resolver.note(reason.decides === null ? undefined : stepOf(reason.decides), reason);
  }
}
