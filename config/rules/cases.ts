import { wallClock } from '../../plugins/carriers/calendar.ts';
import type { Place } from '../../plugins/configured.ts';
import type { OrderFacts, PartFacts } from '../../records/facts.ts';
import type { Report } from '../file/faults.ts';
import { unknownName } from '../file/schema-issues.ts';
import type { SourceFile } from '../file/source-files.ts';
import type { Path, Position, YamlDocument } from '../file/yaml-document.ts';
import { decidingRules } from '../planning/differences.ts';
import { firstMoment } from '../planning/not-before.ts';
import type { Moment, Plan, Step } from '../planning/plan.ts';
import { steps } from '../planning/plan.ts';
import type { Planner } from '../planning/planner.ts';
import type { Rule } from '../planning/rule-set.ts';
import type { ReturnSettings } from '../returns/terms.ts';
import { type CaseFile, type CaseKind, caseKeys } from '../schema.ts';
import { type CaseFault, caseFacts, casePart } from './case-facts.ts';

/** What is tested, with its expected outcome: the plan of an order, the decision about a return, or the places of a part that comes in. */
export interface Case extends Place {
  readonly name: string;
  readonly kind: CaseKind;
  readonly facts: OrderFacts;
  /** The goods of a return. */
  readonly returned: NonNullable<CaseFile['returned']>;
  /** The part that comes in. */
  readonly part: PartFacts;
  /** Value of `now`; null for the time of the test. */
  readonly now: Date | null;
  /** The step that the order has reached when its plan is checked; null for the issue. */
  readonly moment: Moment | null;
  readonly expect: CaseFile['expect'];
  /** The position of each expected value. */
  readonly expectedAt: Readonly<Record<string, Position>>;
}

/** The names of the rules that a case may name. */
export interface RuleNames {
  readonly rules: readonly Pick<Rule, 'name'>[];
  readonly returns: Pick<ReturnSettings, 'rules'>;
}

/** Checks and compiles the cases of a file. @param names of the rules of all files */
export function compileCases({ sections, document, report, shown, hash }: SourceFile, names: RuleNames): Case[] {
  return sections.cases.map((each, index): Case => {
    const path: Path = ['cases', index];
    const kind = each.returned ? 'return' : each.received === undefined ? 'order' : 'part';
    reportOtherKeys(document, path, kind, report);
    const faultIn =
      (of: 'given' | 'received'): CaseFault =>
      (inner, message, place) => {
        const at = [...path, of, ...inner];
        report(place === 'name' ? document.atKey(at) : document.at(at), message);
      };
    const facts = caseFacts(each.given, faultIn('given'));
    const part = casePart(each.received ?? {}, faultIn('received'));
    const known = (kind === 'return' ? names.returns.rules : names.rules).map((rule) => rule.name);
    for (const key of ['rules', 'not_rules'] as const) {
      for (const [at, name] of (each.expect[key] ?? []).entries()) {
        if (!known.includes(name)) report(document.at([...path, 'expect', key, at]), unknownName('rule', name, known));
      }
    }
    const moment = each.waited ?? (each.reached ? { step: each.reached, waited: null } : null);
    const now = each.now === undefined ? null : new Date(each.now);
    const { line } = document.at(path);
    const expectedAt = Object.fromEntries(
      Object.keys(each.expect).map((what) => [what, document.atKey([...path, 'expect', what])]),
    );
    const { name, expect, returned = {} } = each;
    return { ...{ name, file: shown, line, hash, kind, facts, returned, part, now, moment }, expect, expectedAt };
  });
}

/** Reports the keys that are for another kind of case. */
function reportOtherKeys(document: YamlDocument, path: Path, kind: CaseKind, report: Report): void {
  const { words, given, expect } = caseKeys[kind];
  const others = (of: keyof (typeof caseKeys)[CaseKind], own: readonly string[]) =>
    Object.values(caseKeys)
      .flatMap((keys) => keys[of])
      .filter((key) => !own.includes(key));
  for (const key of new Set(others('given', given)))
    if (document.has([...path, key])) report(document.atKey([...path, key]), `a case of ${words} has no "${key}"`);
  for (const key of new Set(others('expect', expect)))
    if (document.has([...path, 'expect', key]))
      report(
        document.atKey([...path, 'expect', key]),
        `a case of ${words} expects no "${key}"; expected ${expect.join(', ')}`,
      );
}

/** One value that differs from the expected value. */
export interface Miss extends Position {
  /** `pack`, `hold`, `rules`. */
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The result of a case. */
export interface TriedCase {
  readonly misses: readonly Miss[];
  /** The names of the rules that decide something in it. */
  readonly rules: readonly string[];
}

const nowhere: Position = { line: 1, column: 1 };

/** Returns the values that differ from the expected ones. @param actualOf returns the value of a key in the form of the expected one */
export function missesOf(
  { expect, expectedAt }: Pick<Case, 'expect' | 'expectedAt'>,
  actualOf: (what: string, expected: unknown) => unknown,
): Miss[] {
  return Object.entries(expect).flatMap(([what, expected]): Miss[] => {
    if (expected === undefined) return [];
    const actual = actualOf(what, expected);
    return JSON.stringify(actual) === JSON.stringify(expected)
      ? []
      : [{ what, expected, actual, ...(expectedAt[what] ?? nowhere) }];
  });
}

/** Returns the names of `rules` that decide, or of `not_rules` that do not. */
export function namedRules(what: 'rules' | 'not_rules', expected: unknown, deciding: readonly string[]): string[] {
  return (expected as string[]).filter((name) => deciding.includes(name) === (what === 'rules'));
}

/** Plans the order of a case. */
export function tryOrder(planner: Planner, one: Case): TriedCase {
  const { facts, now, moment } = one;
  const at = now ?? new Date();
  const issued = planner.plan(facts, undefined, at);
  const plan = moment === null ? issued : planAt(planner, issued, facts, moment, at);
  const misses = missesOf(one, (what, expected) =>
    what === 'not_before' ? momentsOf(plan, Object(expected), facts, at) : actualOf(plan, what, expected),
  );
  return { misses, rules: decidingRules(plan) };
}

/** Returns the plan of an order that has reached a step: deferred rules are evaluated step by step. */
function planAt(planner: Planner, issued: Plan, facts: OrderFacts, moment: Moment, now: Date): Plan {
  let plan = issued;
  for (const step of steps.slice(0, steps.indexOf(moment.step) + 1)) {
    if (!plan.steps.some((planned) => planned.step === step && planned.required)) continue;
    plan = planner.evaluateDeferred(plan, { step, waited: null }, facts, now).plan;
  }
  return moment.waited === null ? plan : planner.evaluateDeferred(plan, moment, facts, now).plan;
}

function actualOf(plan: Plan, what: string, expected: unknown): unknown {
  if (steps.includes(what as Step)) return stepOf(plan, what as Step, expected);
  switch (what) {
    case 'rules':
    case 'not_rules':
      return namedRules(what, expected, decidingRules(plan));
    case 'carrier':
      return plan.carrier?.name ?? null;
    case 'escalate':
      return plan.escalation;
    case 'mixed_cartons':
    case 'split_kits':
      return plan[what] ?? false;
    default:
      return plan[what as keyof Plan];
  }
}

/** Returns when the engine begins the expected steps, if the order reaches them at `now`. */
function momentsOf(plan: Plan, expected: object, { site }: OrderFacts, now: Date): Record<string, string | null> {
  const moments = Object.keys(expected).map((step) => {
    const { not_before } = plan.steps.find((planned) => planned.step === step) ?? {};
    const at = not_before ? firstMoment(not_before, site.time_zone, now) : now;
    const { day, time } = wallClock(at, site.time_zone);
    return [step, at > now ? `${day} ${time}` : null];
  });
  return Object.fromEntries(moments);
}

/** Returns the state of a step. If `required` is expected, it does not matter who does the step. */
function stepOf(plan: Plan, step: Step, expected: unknown): string {
  const planned = plan.steps.find((each) => each.step === step);
  if (!planned?.required) return 'skipped';
  if (expected === 'required') return 'required';
  return planned.by === 'hand' ? 'by hand' : 'automatic';
}
