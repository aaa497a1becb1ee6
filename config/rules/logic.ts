import { check } from '../../expressions/check.ts';
import type { CheckedCondition, CheckedQuestion, CheckedSubject } from '../../expressions/checked.ts';
import { comparedWith } from '../../expressions/decimal.ts';
import { folded } from '../../expressions/folding.ts';
import { instant } from '../../expressions/instant.ts';
import { parse } from '../../expressions/parse.ts';
import { printCondition, printSubject } from '../../expressions/print.ts';
import type { Rule } from '../../planning/rule-set.ts';
import { orderFacts } from './facts-entity.ts';

/**
 * What can be said of conditions without an order: that one can never hold, or that one never holds without another. Only what
 * is certain is said; where it gets too involved, nothing.
 */

/** One condition of an alternative. What it asks is compared by its text; of single values more is known. */
interface Atom {
  /** The condition without its negation, as text. */
  readonly text: string;
  readonly negated: boolean;
  /** What it lets a single value be; null where that is not known. */
  readonly bounds: { readonly of: string; readonly values: Values } | null;
  /** What a single value must not be: that of a comparison under a NOT, which holds without a value as well. */
  readonly denies: { readonly of: string; readonly values: Values } | null;
}

/** What a value may be: within a range, one of a set, none of a set; never nothing, unless it is told. */
type Values =
  | { readonly kind: 'range'; readonly low: Bound | null; readonly high: Bound | null }
  | { readonly kind: 'among'; readonly texts: ReadonlySet<string> }
  | { readonly kind: 'not among'; readonly texts: ReadonlySet<string> }
  | { readonly kind: 'nothing' };

interface Bound {
  /** As text for decimals, milliseconds for times. */
  readonly at: string | number;
  readonly included: boolean;
}

/** Alternatives of which at least one holds: each is conditions that all hold. */
export type Alternatives = readonly (readonly Atom[])[];

/** More alternatives than a person would write. */
const most = 64;

/** When a rule fires; null where it is too involved. */
export function whenFires({ when, unless }: Pick<Rule, 'when' | 'unless'>): Alternatives | null {
  const parts: (Alternatives | null)[] = [];
  if (when) parts.push(alternatives(checked(when.text), false));
  if (unless) parts.push(alternatives(checked(unless.text), true));
  return parts.reduce<Alternatives | null>((all, part) => all && part && product(all, part), [[]]);
}

const checked = (text: string) => check(parse(text), orderFacts).condition;

/** True where none of the alternatives can hold. */
export function isImpossible(conditions: Alternatives): boolean {
  return conditions.every(contradictsItself);
}

/** True where the first never holds without the second. */
export function implies(first: Alternatives, second: Alternatives): boolean {
  return first
    .filter((atoms) => !contradictsItself(atoms))
    .every((atoms) => second.some((others) => others.every((other) => follows(atoms, other))));
}

function alternatives(condition: CheckedCondition, negated: boolean): Alternatives | null {
  switch (condition.kind) {
    case 'not':
      return alternatives(condition.condition, !negated);
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((each) => alternatives(each, negated));
      if (parts.includes(null)) return null;
      const known = parts as Alternatives[];
      if ((condition.kind === 'or') !== negated) return bounded(known.flat());
      return known.reduce<Alternatives | null>((all, part) => all && product(all, part), [[]]);
    }
    default:
      return [[atom(condition, negated)]];
  }
}

function product(one: Alternatives, other: Alternatives): Alternatives | null {
  return one.length * other.length > most ? null : one.flatMap((a) => other.map((b) => [...a, ...b]));
}

const bounded = (all: Alternatives) => (all.length > most ? null : all);

function atom(question: CheckedQuestion, negated: boolean): Atom {
  const not = negated !== (question.kind !== 'some' && question.negated);
  const text = positive(question);
  const single = question.kind !== 'some' && isSingle(question.subject);
  const about = (values: Values | null) => values && { of: subjectOf(question), values };
  return {
    text,
    negated: not,
    bounds: single ? about(valuesOf(question, not)) : null,
    denies: single && not ? about(valuesOf(question, false)) : null,
  };
}

/** `a != 1` and `NOT (a = 1)` are the same atom, negated. */
function positive({ source, kind, ...question }: CheckedQuestion): string {
  const negated = kind !== 'some' && (question as { negated: boolean }).negated;
  if (!negated) return printCondition(source);
  if (source.kind === 'comparison') return printCondition({ ...source, operator: '=' });
  if (source.kind === 'null') return printCondition({ ...source, negated: false });
  return printCondition(source);
}

function subjectOf({ source }: CheckedQuestion): string {
  return source.kind === 'some' ? printSubject(source.path) : printSubject(source.subject);
}

/** True for one value: a field over relations to one record, a count, a sum. */
function isSingle(subject: CheckedSubject): boolean {
  return subject.kind !== 'field' || !subject.steps.some((step) => step.relation.many);
}

function valuesOf(question: CheckedQuestion, not: boolean): Values | null {
  if (question.kind === 'some') return null;
  if (question.kind === 'null') return not ? { kind: 'range', low: null, high: null } : { kind: 'nothing' };
  const { source, subject } = question;
  const type = subject.kind === 'field' ? subject.field.type : 'decimal';
  const literals = source.kind === 'comparison' ? [source.literal] : source.kind === 'in' ? source.literals : [];
  if (type === 'text' && (source.kind === 'in' || (source.kind === 'comparison' && /^!?=$/.test(source.operator)))) {
    const exact = literals.every((literal) => literal.kind !== 'text' || literal.parts.length === 1);
    const texts = literals.map((literal) => (literal.kind === 'text' ? folded(literal.parts.join('%')) : null));
    if (!exact || texts.includes(null)) return null;
    return { kind: not ? 'not among' : 'among', texts: new Set(texts as string[]) };
  }
  // The opposite of a comparison holds without a value as well.
  if (not || source.kind !== 'comparison') return null;
  const at = pointOf(type, source.literal);
  if (at === null) return null;
  const on = { at, included: true };
  const off = { at, included: false };
  switch (source.operator) {
    case '=':
      return { kind: 'range', low: on, high: on };
    case '<':
      return { kind: 'range', low: null, high: off };
    case '<=':
      return { kind: 'range', low: null, high: on };
    case '>':
      return { kind: 'range', low: off, high: null };
    case '>=':
      return { kind: 'range', low: on, high: null };
    default:
      return null;
  }
}

type Literal = Extract<CheckedQuestion['source'], { kind: 'comparison' }>['literal'];

function pointOf(type: string, literal: Literal): string | number | null {
  if (type === 'integer' || type === 'decimal') {
    return literal.kind === 'number' ? literal.text : literal.kind === 'text' ? literal.parts.join('%') : null;
  }
  if (type !== 'timestamp' || (literal.kind !== 'time' && literal.kind !== 'text')) return null;
  return instant(literal.kind === 'time' ? literal.text : literal.parts.join('%'));
}

function contradictsItself(atoms: readonly Atom[]): boolean {
  return atoms.some((one, index) =>
    atoms.slice(index + 1).some((other) => {
      if (one.text === other.text) return one.negated !== other.negated;
      return (
        both(one.bounds, other.bounds, apart) ||
        both(one.bounds, other.denies, within) ||
        both(other.bounds, one.denies, within)
      );
    }),
  );
}

/** True where both are known of one value, and it is so between them. */
function both(one: Atom['bounds'], other: Atom['bounds'], is: (one: Values, other: Values) => boolean): boolean {
  return one !== null && other !== null && one.of === other.of && is(one.values, other.values);
}

/** True where no value fits both. */
function apart(one: Values, other: Values): boolean {
  if (one.kind === 'nothing' || other.kind === 'nothing') {
    const rest = one.kind === 'nothing' ? other : one;
    return rest.kind === 'range' || rest.kind === 'among';
  }
  if (one.kind === 'range' && other.kind === 'range') return below(one.high, other.low) || below(other.high, one.low);
  if (one.kind === 'among' && other.kind === 'among') return ![...one.texts].some((text) => other.texts.has(text));
  if (one.kind === 'among' && other.kind === 'not among') return [...one.texts].every((text) => other.texts.has(text));
  if (one.kind === 'not among' && other.kind === 'among') return apart(other, one);
  return false;
}

/** Is all below the one bound, and all above the other? */
function below(high: Bound | null, low: Bound | null): boolean {
  if (!high || !low) return false;
  const order = compared(high.at, low.at);
  return order < 0 || (order === 0 && !(high.included && low.included));
}

function compared(one: string | number, other: string | number): number {
  return typeof other === 'number' ? Number(one) - other : comparedWith(other)(one);
}

function follows(atoms: readonly Atom[], wanted: Atom): boolean {
  return atoms.some((one) => {
    if (one.text === wanted.text) return one.negated === wanted.negated;
    if (wanted.negated && both(one.bounds, wanted.denies, apart)) return true;
    return both(one.bounds, wanted.bounds, within);
  });
}

/** True where every value of the first is one of the second. */
function within(one: Values, other: Values): boolean {
  if (one.kind === 'among') {
    if (other.kind === 'among') return [...one.texts].every((text) => other.texts.has(text));
    if (other.kind === 'not among') return ![...one.texts].some((text) => other.texts.has(text));
    return other.kind === 'range' && !other.low && !other.high;
  }
  if (one.kind === 'range' && other.kind === 'range')
    return notBelow(one.low, other.low) && notAbove(one.high, other.high);
  if (one.kind === 'not among' && other.kind === 'not among')
    return [...other.texts].every((text) => one.texts.has(text));
  return false;
}

function notBelow(low: Bound | null, limit: Bound | null): boolean {
  if (!limit) return true;
  if (!low) return false;
  const order = compared(low.at, limit.at);
  return order > 0 || (order === 0 && (limit.included || !low.included));
}

function notAbove(high: Bound | null, limit: Bound | null): boolean {
  if (!limit) return true;
  if (!high) return false;
  const order = compared(high.at, limit.at);
  return order < 0 || (order === 0 && (limit.included || !high.included));
}
