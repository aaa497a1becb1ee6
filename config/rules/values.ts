import type { CheckedQuestion, CheckedSubject } from '../../lib/expressions/checked.ts';
import { comparedWith } from '../../lib/expressions/decimal.ts';
import type { FieldType } from '../../lib/expressions/entity.ts';
import { folded } from '../../lib/expressions/folding.ts';
import { readTime } from '../../lib/expressions/kinds/moment.ts';

/** The values that a condition allows for a single value: a range, one of a set, none of a set, or no value at all. */
export type Values =
  | { readonly kind: 'range'; readonly low: Bound | null; readonly high: Bound | null }
  | { readonly kind: 'among'; readonly texts: ReadonlySet<string> }
  | { readonly kind: 'not among'; readonly texts: ReadonlySet<string> }
  | { readonly kind: 'nothing' };

interface Bound {
  /** Text for decimals, milliseconds for times. */
  readonly at: string | number;
  readonly included: boolean;
}

type ValueQuestion = Extract<CheckedQuestion, { kind: 'value' }>;
type Comparison = Extract<CheckedQuestion['source'], { kind: 'comparison' }>;
type Literal = Comparison['literal'];

/** Returns the values that a question allows; null if they are not known. @param negated for the opposite of the question */
export function valuesOf(question: CheckedQuestion, negated: boolean): Values | null {
  switch (question.kind) {
    case 'some':
    case 'open':
      return null;
    case 'null':
      return negated ? { kind: 'range', low: null, high: null } : { kind: 'nothing' };
    case 'value': {
      const type = typeOf(question.subject);
      if (type === null) return null;
      const texts = type === 'text' ? equalityLiterals(question) : null;
      if (texts) return textValues(texts, negated);
      // The opposite of a comparison also holds without a value.
      return negated || question.source.kind !== 'comparison' ? null : rangeOf(type, question.source);
    }
  }
}

/** Returns null for a value of the clock other than its hour. */
function typeOf(subject: CheckedSubject): FieldType | null {
  switch (subject.kind) {
    case 'field':
      return subject.field.type;
    case 'hour':
      return 'integer';
    case 'time':
    case 'weekday':
      return null;
    default:
      return 'decimal';
  }
}

/** Returns the literals of `=`, `!=` and `IN`; null for other questions. */
function equalityLiterals({ source }: ValueQuestion): readonly Literal[] | null {
  if (source.kind === 'in') return source.literals;
  return source.kind === 'comparison' && /^!?=$/.test(source.operator) ? [source.literal] : null;
}

/** Returns null if a literal has a wildcard or is not a text. */
function textValues(literals: readonly Literal[], negated: boolean): Values | null {
  const texts = new Set<string>();
  for (const literal of literals) {
    if (literal.kind !== 'text' || literal.parts.length !== 1) return null;
    texts.add(folded(literal.parts.join('%')));
  }
  return { kind: negated ? 'not among' : 'among', texts };
}

function rangeOf(type: string, { operator, literal }: Comparison): Values | null {
  const [on, until] = boundsOf(type, literal) ?? [];
  if (!on || !until) return null;
  switch (operator) {
    case '=':
      return { kind: 'range', low: on, high: until };
    case '<':
      return { kind: 'range', low: null, high: { ...on, included: false } };
    case '<=':
      return { kind: 'range', low: null, high: until };
    case '>':
      return { kind: 'range', low: { ...until, included: !until.included }, high: null };
    case '>=':
      return { kind: 'range', low: on, high: null };
    default:
      return null;
  }
}

/** Returns the first and the last value that equal the literal. A date alone equals every moment of its day. */
function boundsOf(type: string, literal: Literal): readonly [Bound, Bound] | null {
  const point = (at: string | number | null | undefined) => {
    if (at === null || at === undefined) return null;
    return [
      { at, included: true },
      { at, included: true },
    ] as const;
  };
  if (type === 'integer' || type === 'decimal') {
    return point(literal.kind === 'number' ? literal.text : literal.kind === 'text' ? literal.parts.join('%') : null);
  }
  if (type !== 'timestamp' || literal.kind === 'now') return null;
  const time = readTime(literal);
  const at = time?.start(0);
  if (!time || at === undefined || time.length === 0) return point(at);
  return [
    { at, included: true },
    { at: at + time.length, included: false },
  ];
}

/** Returns true if no value is in both. */
export function areApart(one: Values, other: Values): boolean {
  if (one.kind === 'nothing') return hasOnlyValues(other);
  if (other.kind === 'nothing') return hasOnlyValues(one);
  if (one.kind === 'range') {
    return other.kind === 'range' && (isBelow(one.high, other.low) || isBelow(other.high, one.low));
  }
  if (other.kind === 'range') return false;
  if (one.kind === 'not among') return other.kind === 'among' && isSubset(other.texts, one.texts);
  return other.kind === 'among' ? areDisjoint(one.texts, other.texts) : isSubset(one.texts, other.texts);
}

/** Returns true if a missing value is not among the values. */
const hasOnlyValues = ({ kind }: Values) => kind === 'range' || kind === 'among';

/** Returns true if every value of the first is one of the second. */
export function isWithin(one: Values, other: Values): boolean {
  if (one.kind === 'among') {
    if (other.kind === 'among') return isSubset(one.texts, other.texts);
    if (other.kind === 'not among') return areDisjoint(one.texts, other.texts);
    return other.kind === 'range' && !other.low && !other.high;
  }
  if (one.kind === 'range' && other.kind === 'range')
    return isNotBelow(one.low, other.low) && isNotAbove(one.high, other.high);
  return one.kind === 'not among' && other.kind === 'not among' && isSubset(other.texts, one.texts);
}

const isSubset = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].every((text) => other.has(text));
const areDisjoint = (one: ReadonlySet<string>, other: ReadonlySet<string>) => ![...one].some((text) => other.has(text));

/** Returns true if all values up to the one bound are below the other. */
function isBelow(high: Bound | null, low: Bound | null): boolean {
  if (!high || !low) return false;
  const order = compare(high.at, low.at);
  return order < 0 || (order === 0 && !(high.included && low.included));
}

function compare(one: string | number, other: string | number): number {
  return typeof other === 'number' ? Number(one) - other : comparedWith(other)(one);
}

function isNotBelow(low: Bound | null, limit: Bound | null): boolean {
  if (!limit) return true;
  if (!low) return false;
  const order = compare(low.at, limit.at);
  return order > 0 || (order === 0 && (limit.included || !low.included));
}

function isNotAbove(high: Bound | null, limit: Bound | null): boolean {
  if (!limit) return true;
  if (!high) return false;
  const order = compare(high.at, limit.at);
  return order < 0 || (order === 0 && (limit.included || !high.included));
}
