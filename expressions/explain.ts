import type { Question } from './ast.ts';
import type { Checked, CheckedCondition, CheckedQuestion, CheckedSubject, FieldSubject } from './checked.ts';
import { aggregate, compile } from './predicate.ts';
import { printCondition, printSubject } from './print.ts';
import { type CompiledStep, compileSteps, fieldValue, type Row, reached, relatedRow, relatedRows } from './row.ts';

/** One condition of an expression, with the value it saw. */
export interface ConditionSeen {
  /** As written: `customer.name`, `count(lines)`. */
  path: string;
  /** `=`, `IN`, `IS NULL`, …; `has` for a condition in brackets. */
  operator: string;
  /** The value it asks for; a time for `now-48h`, a list for IN, the text of the condition for `has`. */
  expected: unknown;
  /** The value found; over several records a list of the different ones; their number for `has`. */
  actual: unknown;
  /** Its own answer, whatever stands around it. */
  holds: boolean;
  /** True where it stands under a NOT, which asks for the opposite. */
  negated?: boolean;
}

export interface Explanation {
  holds: boolean;
  conditions: ConditionSeen[];
}

/** Different values shown of a path over several records: an order may have a thousand lines, and plans are kept. */
const shown = 20;

/**
 * Why a row is selected or not: every condition in the order of the text, each with its own answer; a NOT around it does not
 * change that. Conditions in brackets are one condition.
 */
export function explain(checked: Checked, row: Row, now: Date = new Date()): Explanation {
  return explainer(checked)(row, now);
}

/**
 * The same, compiled once for many rows: a condition then costs a tenth of a microsecond instead of several. Every condition
 * is asked once, and what the whole comes to is worked out from their answers.
 * @param subjects shared by expressions that are asked together: what several of them ask about is compiled once
 */
export function explainer(checked: Checked, subjects = new Subjects()): Explainer {
  const looks: Look[] = [];
  const holds = combined(checked.condition, { looks, subjects }, false);
  return (row, now, found = []) => {
    const moment = now.getTime();
    const conditions = looks.map((look) => look(row, moment, found));
    return { holds: holds(conditions), conditions };
  };
}

/**
 * @param found values of subjects that were looked up for this very row and moment, by expressions of the same `Subjects`; more
 * are added
 */
export type Explainer = (row: Row, now: Date, found?: unknown[]) => Explanation;

/** What expressions ask about, by its text. A thousand rules ask about a handful of things, and each is then looked up once. */
export class Subjects {
  readonly #known = new Map<string, Subject>();

  of(path: string, compiled: () => Value): Subject {
    const known = this.#known.get(path);
    if (known) return known;
    const made = { at: this.#known.size, value: compiled() };
    this.#known.set(path, made);
    return made;
  }
}

interface Subject {
  /** Where its value stands among those that were found. */
  readonly at: number;
  readonly value: Value;
}

/** Never undefined: what is not there is null. */
type Value = (row: Row, now: number) => unknown;

/** Looks at a row with one condition. */
type Look = (row: Row, now: number, found: unknown[]) => ConditionSeen;

/** What conditions are compiled into. */
interface Compiling {
  readonly looks: Look[];
  readonly subjects: Subjects;
}

/** What the answers of the single conditions come to together. */
type Verdict = (seen: readonly ConditionSeen[]) => boolean;

/** @param negated true where it stands under a NOT */
function combined(condition: CheckedCondition, into: Compiling, negated: boolean): Verdict {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((each) => combined(each, into, negated));
      const [first, second] = parts as [Verdict, Verdict];
      if (parts.length === 2 && condition.kind === 'and') return (seen) => first(seen) && second(seen);
      if (parts.length === 2) return (seen) => first(seen) || second(seen);
      return condition.kind === 'and'
        ? (seen) => parts.every((part) => part(seen))
        : (seen) => parts.some((part) => part(seen));
    }
    case 'not': {
      const inner = combined(condition.condition, into, !negated);
      return (seen) => !inner(seen);
    }
    default: {
      const own = look(condition, into.subjects);
      const told: Look = negated ? (row, now, found) => ({ ...own(row, now, found), negated: true }) : own;
      const index = into.looks.push(told) - 1;
      return (seen) => seen[index]!.holds;
    }
  }
}

function look(question: CheckedQuestion, subjects: Subjects): Look {
  const { path, operator, expected } = asked(question.source);
  if (question.kind === 'some') {
    const steps = compileSteps(question.steps, compile);
    return (row, now) => {
      const found = reached(steps, row, now).length;
      return { path, operator, expected, actual: found, holds: found > 0 };
    };
  }
  const { subject } = question;
  if (question.kind === 'null') {
    const test = compile(question);
    const value = subjectValue(question.subject);
    return (row, now) => ({ path, operator, expected: null, actual: value(row, now), holds: test(row, now) });
  }
  const { negated, question: asks } = question;
  const wanted = lastOf(asks.expected);
  if (subject.kind === 'field' && subject.steps.some((step) => step.relation.many)) {
    const { at, value } = subjects.of(path, () => severalValues(subject));
    return (row, now, found) => {
      found[at] ??= value(row, now);
      const values = found[at] as unknown[];
      let holds = false;
      for (const each of values) {
        holds = asks.holds(each, now);
        if (holds) break;
      }
      const actual = values.length > shown ? values.slice(0, shown) : values;
      return { path, operator, expected: wanted(now), actual, holds: holds !== negated };
    };
  }
  // A record that is not there has no value, and null answers no question with yes.
  const { at, value } = subjects.of(path, () => subjectValue(subject));
  return (row, now, found) => {
    if (found[at] === undefined) found[at] = value(row, now);
    const actual = found[at];
    return { path, operator, expected: wanted(now), actual, holds: asks.holds(actual, now) !== negated };
  };
}

/** All conditions of a plan are asked at one moment, and to write a moment as text costs more than to compare it. */
function lastOf(expected: (now: number) => unknown): (now: number) => unknown {
  let at = Number.NaN;
  let text: unknown;
  return (now) => {
    if (now !== at) {
      at = now;
      text = expected(now);
    }
    return text;
  };
}

/** What of a condition can be told from its text alone. */
function asked(source: Question): Pick<ConditionSeen, 'path' | 'operator' | 'expected'> {
  switch (source.kind) {
    case 'comparison':
      return { path: printSubject(source.subject), operator: source.operator, expected: null };
    case 'in':
      return { path: printSubject(source.subject), operator: 'IN', expected: null };
    case 'null':
      return { path: printSubject(source.subject), operator: `IS ${source.negated ? 'NOT ' : ''}NULL`, expected: null };
    case 'some': {
      const last = source.path.segments.at(-1)!;
      const segments = [...source.path.segments.slice(0, -1), { ...last, filter: null }];
      const expected = last.filter && printCondition(last.filter);
      return { path: printSubject({ ...source.path, segments }), operator: 'has', expected };
    }
  }
}

function subjectValue(subject: CheckedSubject): (row: Row, now: number) => unknown {
  if (subject.kind !== 'field') return aggregate(subject);
  const { steps: way } = subject;
  const own = ownValue(subject);
  const [first] = way;
  if (!first) return own;
  if (way.some((step) => step.relation.many)) {
    const values = severalValues(subject);
    return (row, now) => values(row, now).slice(0, shown);
  }
  const steps = compileSteps(way, compile);
  if (steps.length === 1 && !first.filter) {
    const { name } = first;
    return (row) => {
      const other = relatedRow(row, name);
      return other === null ? null : own(other);
    };
  }
  return (row, now) => {
    const [last] = reached(steps, row, now);
    return last === undefined ? null : own(last);
  };
}

function ownValue({ name, inside }: FieldSubject): (row: Row) => unknown {
  return inside.length === 0 ? (row) => row[name] ?? null : (row) => fieldValue(row, name, inside);
}

/** The different values of the records that a path leads to, in their order. */
function severalValues(subject: FieldSubject): (row: Row, now: number) => unknown[] {
  const own = ownValue(subject);
  const steps = compileSteps(subject.steps, compile);
  const walk = steps.reduceRight<Walk>(stepped, (row, _now, found) => {
    const value = own(row);
    if (!found.includes(value)) found.push(value);
  });
  return (row, now) => {
    const found: unknown[] = [];
    walk(row, now, found);
    return found;
  };
}

type Walk = (row: Row, now: number, found: unknown[]) => void;

/** No lists in between: they are most of what a plan costs by rules that look at lines. */
function stepped(inner: Walk, { name, many, filter }: CompiledStep): Walk {
  const next: Walk = filter ? (row, now, found) => filter(row, now) && inner(row, now, found) : inner;
  if (many) {
    return (row, now, found) => {
      for (const each of relatedRows(row, name)) next(each, now, found);
    };
  }
  return (row, now, found) => {
    const other = relatedRow(row, name);
    if (other !== null) next(other, now, found);
  };
}
