import type { Checked, CheckedCondition, CheckedQuestion, CheckedSubject } from '../../lib/expressions/checked.ts';
import { printCondition, printSubject } from '../../lib/expressions/print.ts';
import type { Rule } from '../planning/rule-set.ts';
import { checkedOf } from './condition.ts';
import { areApart, isWithin, type Values, valuesOf } from './values.ts';

/** One condition of an alternative. Conditions are compared by their text, and conditions on single values by their values. */
export interface Atom {
  /** The condition without its negation, as text. */
  readonly text: string;
  readonly negated: boolean;
  /** The values that it allows for a single value; null if they are not known. */
  readonly bounds: { readonly of: string; readonly values: Values } | null;
  /** The values that it forbids: those of a comparison under NOT, which also holds without a value. */
  readonly denies: { readonly of: string; readonly values: Values } | null;
}

/**
 * A condition in disjunctive form: it holds if all atoms of one alternative hold. It shows without an order that a condition can
 * never hold, or never holds without another.
 */
export type Alternatives = readonly (readonly Atom[])[];

/** Limit for alternatives, which no hand-written condition reaches. */
const most = 64;

/** Returns the condition of a rule's match; null if it is too complex. */
export function whenFires({ when, unless }: Pick<Rule, 'when' | 'unless'>): Alternatives | null {
  const parts: (Alternatives | null)[] = [];
  if (when) parts.push(alternatives(checkedOf(when).condition, false));
  if (unless) parts.push(alternatives(checkedOf(unless).condition, true));
  return parts.reduce<Alternatives | null>((all, part) => all && part && product(all, part), [[]]);
}

/** Returns when a condition holds; null if it is too complex. */
export const alternativesOf = ({ condition }: Checked): Alternatives | null => alternatives(condition, false);

/** Returns true if the first never holds without the second. */
export function implies(first: Alternatives, second: Alternatives): boolean {
  return followsFrom(possibleOf(first), second);
}

/** Returns the alternatives that can hold. */
export function possibleOf(alternatives: Alternatives): Alternatives {
  return alternatives.filter((atoms) => !contradictsItself(atoms));
}

/** Like `implies`. @param possible alternatives that can hold */
export function followsFrom(possible: Alternatives, second: Alternatives): boolean {
  return possible.every((atoms) => second.some((others) => others.every((other) => follows(atoms, other))));
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
  const hasSubject = question.kind !== 'some' && question.kind !== 'open';
  const not = negated !== (hasSubject && question.negated);
  const text = positive(question);
  const single = hasSubject && isSingle(question.subject);
  const about = (values: Values | null) => values && { of: subjectOf(question), values };
  return {
    text,
    negated: not,
    bounds: single ? about(valuesOf(question, not)) : null,
    denies: single && not ? about(valuesOf(question, false)) : null,
  };
}

/** Returns the text without a negation: `a != 1` and `NOT (a = 1)` are the same negated atom. */
function positive({ source, kind, ...question }: CheckedQuestion): string {
  const negated = kind !== 'some' && kind !== 'open' && (question as { negated: boolean }).negated;
  if (!negated) return printCondition(source);
  if (source.kind === 'comparison') return printCondition({ ...source, operator: '=' });
  if (source.kind === 'null') return printCondition({ ...source, negated: false });
  return printCondition(source);
}

function subjectOf({ source }: CheckedQuestion): string {
  if (source.kind === 'open') return printCondition(source);
  return source.kind === 'some' ? printSubject(source.path) : printSubject(source.subject);
}

/** Returns true for a single value: a count, a sum, or a field of the record or of a record in a to-one relation. */
function isSingle(subject: CheckedSubject): boolean {
  return subject.kind !== 'field' || !subject.steps.some((step) => step.relation.many);
}

function contradictsItself(atoms: readonly Atom[]): boolean {
  return atoms.some((one, index) =>
    atoms.slice(index + 1).some((other) => {
      if (one.text === other.text) return one.negated !== other.negated;
      return (
        both(one.bounds, other.bounds, areApart) ||
        both(one.bounds, other.denies, isWithin) ||
        both(other.bounds, one.denies, isWithin)
      );
    }),
  );
}

/** Returns true if both restrict the same value and the relation holds between them. */
function both(one: Atom['bounds'], other: Atom['bounds'], is: (one: Values, other: Values) => boolean): boolean {
  return one !== null && other !== null && one.of === other.of && is(one.values, other.values);
}

function follows(atoms: readonly Atom[], wanted: Atom): boolean {
  return atoms.some((one) => {
    if (one.text === wanted.text) return one.negated === wanted.negated;
    if (wanted.negated && both(one.bounds, wanted.denies, areApart)) return true;
    return both(one.bounds, wanted.bounds, isWithin);
  });
}
