import { wallClock } from '../../plugins/carriers/calendar.ts';
import type { Place } from '../../plugins/configured.ts';
import type { OrderFacts } from '../../records/facts.ts';
import { unknownName } from '../file/schema-issues.ts';
import type { SourceFile } from '../file/source-files.ts';
import type { Path, Position } from '../file/yaml-document.ts';
import { decidingRules } from '../planning/differences.ts';
import { firstMoment } from '../planning/not-before.ts';
import type { Moment, Plan, Step } from '../planning/plan.ts';
import { steps } from '../planning/plan.ts';
import type { Planner } from '../planning/planner.ts';
import type { Rule } from '../planning/rule-set.ts';
import type { CaseFile } from '../schema.ts';
import { caseFacts } from './case-facts.ts';

/** A test order with its expected plan. */
export interface Case extends Place {
  readonly name: string;
  readonly facts: OrderFacts;
  /** Value of `now`; null for the time of the test. */
  readonly now: Date | null;
  /** The step that the order has reached when its plan is checked; null for the issue. */
  readonly moment: Moment | null;
  readonly expect: CaseFile['expect'];
  /** The position of each expected value. */
  readonly expectedAt: Readonly<Record<string, Position>>;
}

/** Checks and compiles the cases of a file. @param rules the rules of all files, which a case may name */
export function compileCases({ sections, document, report, shown, hash }: SourceFile, rules: readonly Rule[]): Case[] {
  return sections.cases.map((each, index): Case => {
    const path: Path = ['cases', index];
    const facts = caseFacts(each.given, (inner, message, place) => {
      const at = [...path, 'given', ...inner];
      report(place === 'name' ? document.atKey(at) : document.at(at), message);
    });
    const known = rules.map((rule) => rule.name);
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
    return { name: each.name, file: shown, line, hash, facts, now, moment, expect: each.expect, expectedAt };
  });
}

/** One value of a plan that differs from the expected value. */
export interface Miss extends Position {
  /** `pack`, `hold`, `rules`. */
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

const nowhere: Position = { line: 1, column: 1 };

/** Plans the order of a case and returns the values that differ from the expected ones. */
export function tryCase(
  planner: Planner,
  { facts, now, moment, expect, expectedAt }: Case,
): { plan: Plan; misses: Miss[] } {
  const at = now ?? new Date();
  const issued = planner.plan(facts, undefined, at);
  const plan = moment === null ? issued : planAt(planner, issued, facts, moment, at);
  const misses = Object.entries(expect).flatMap(([what, expected]): Miss[] => {
    if (expected === undefined) return [];
    const actual =
      what === 'not_before' ? momentsOf(plan, Object(expected), facts, at) : actualOf(plan, what, expected);
    return JSON.stringify(actual) === JSON.stringify(expected)
      ? []
      : [{ what, expected, actual, ...(expectedAt[what] ?? nowhere) }];
  });
  return { plan, misses };
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
  const rules = decidingRules(plan);
  switch (what) {
    case 'rules':
      return (expected as string[]).filter((name) => rules.includes(name));
    case 'not_rules':
      return (expected as string[]).filter((name) => !rules.includes(name));
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
