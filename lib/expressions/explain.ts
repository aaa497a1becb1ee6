import { lastSegment, type Question } from './ast.ts';
import type { Checked, CheckedCondition, CheckedQuestion, CheckedSubject, FieldSubject } from './checked.ts';
import { aggregate, compile, momentOf } from './predicate.ts';
import { printCondition, printSubject } from './print.ts';
import { type CompiledStep, compileSteps, fieldValue, type Row, reached, relatedRow, relatedRows } from './row.ts';

/** One condition of an expression, with its actual value and its result. */
export interface ConditionResult {
  /** Text of the subject: `customer.name`, `count(lines)`. */
  path: string;
  /** `=`, `IN`, `IS NULL`, …; `has` for a condition in brackets. */
  operator: string;
  /** The expected value: a time for `now-48h`, a list for IN, the text of the condition for `has`. */
  expected: unknown;
  /** The actual value. For several records it is the list of different values, and for `has` the number of records. */
  actual: unknown;
  /** Result of this condition alone. */
  holds: boolean;
  /** True for a condition inside a NOT. */
  negated?: boolean;
}

export interface Explanation {
  holds: boolean;
  conditions: ConditionResult[];
}

/** Greatest number of values of a path over several records. An order may have a thousand lines, and plans are stored. */
const shown = 20;

/**
 * Explains why a row is selected or not: every condition in the order of the text, each with its own result, which a NOT does not
 * change. Conditions in brackets count as one condition.
 */
export function explain(checked: Checked, row: Row, now: Date = new Date()): Explanation {
  return explainer(checked)(row, now);
}

/**
 * Compiles the explanation once for many rows: a condition then costs 0.1 µs instead of several. Each condition is evaluated once,
 * and the result of the expression is computed from their results.
 * @param subjects shared by expressions that are evaluated together, so that common subjects are compiled once
 */
export function explainer(checked: Checked, subjects = new Subjects()): Explainer {
  const looks: Look[] = [];
  const holds = combined(checked.condition, { looks, subjects }, false);
  return (row, now, values = []) => {
    const moment = now.getTime();
    const conditions = looks.map((look) => look(row, moment, values));
    return { holds: holds(conditions), conditions };
  };
}

/**
 * @param values cached values of subjects for this row and moment, shared by expressions of the same `Subjects`; new ones are added
 */
export type Explainer = (row: Row, now: Date, values?: unknown[]) => Explanation;

/** The subjects of expressions by their text. A thousand rules have few subjects, and each is evaluated once. */
export class Subjects {
  readonly #known = new Map<string, Subject>();

  of(path: string, compiled: () => Value): Subject {
    const known = this.#known.get(path);
    if (known) return known;
    const subject = { at: this.#known.size, value: compiled() };
    this.#known.set(path, subject);
    return subject;
  }
}

interface Subject {
  /** Index of its value in the cache. */
  readonly at: number;
  readonly value: Value;
}

/** Returns null for a missing value, and never undefined. */
type Value = (row: Row, now: number) => unknown;

/** Evaluates one condition for a row. */
type Look = (row: Row, now: number, values: unknown[]) => ConditionResult;

/**
 * The result of one condition. It is a class, because V8 allocates the objects of a literal among the old ones once many of them have
 * survived a collection. Those of a plan by a thousand rules were then half of what a collection copied, and each collection took ten
 * times as long.
 */
class SeenCondition implements ConditionResult {
  readonly path: string;
  readonly operator: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly holds: boolean;

  constructor(path: string, operator: string, expected: unknown, actual: unknown, holds: boolean) {
    this.path = path;
    this.operator = operator;
    this.expected = expected;
    this.actual = actual;
    this.holds = holds;
  }
}

/** Collects the compiled conditions. */
interface Compiling {
  readonly looks: Look[];
  readonly subjects: Subjects;
}

/** Computes the result of an expression from the results of its conditions. */
type Combine = (seen: readonly ConditionResult[]) => boolean;

/** @param negated true inside a NOT */
function combined(condition: CheckedCondition, into: Compiling, negated: boolean): Combine {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((each) => combined(each, into, negated));
      const [first, second] = parts as [Combine, Combine];
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
      const result: Look = negated ? (row, now, values) => ({ ...own(row, now, values), negated: true }) : own;
      const index = into.looks.push(result) - 1;
      return (results) => results[index]?.holds ?? false;
    }
  }
}

function look(question: CheckedQuestion, subjects: Subjects): Look {
  const { path, operator, expected } = describe(question.source);
  if (question.kind === 'some') {
    const steps = compileSteps(question.steps, compile);
    return (row, now) => {
      const count = reached(steps, row, now).length;
      return { path, operator, expected, actual: count, holds: count > 0 };
    };
  }
  if (question.kind === 'open') return lookAtClock(question);
  const { subject } = question;
  if (question.kind === 'null') {
    const test = compile(question);
    const value = subjectValue(question.subject);
    return (row, now) => ({ path, operator, expected: null, actual: value(row, now), holds: test(row, now) });
  }
  const { negated, question: test } = question;
  const wanted = lastOf(test.expected);
  if (subject.kind === 'field' && subject.steps.some((step) => step.relation.many)) {
    const { at, value } = subjects.of(path, () => severalValues(subject));
    return (row, now, cache) => {
      cache[at] ??= value(row, now);
      const values = cache[at] as unknown[];
      let holds = false;
      for (const each of values) {
        holds = test.holds(each, now);
        if (holds) break;
      }
      const actual = values.length > shown ? values.slice(0, shown) : values;
      return new SeenCondition(path, operator, wanted(now), actual, holds !== negated);
    };
  }
  // A missing record has the value null, and no question is true of null.
  const { at, value } = subjects.of(path, () => subjectValue(subject));
  const zone = subject.kind === 'field' ? subject.zone : undefined;
  return (row, now, cache) => {
    if (cache[at] === undefined) cache[at] = value(row, now);
    const actual = cache[at];
    return new SeenCondition(path, operator, wanted(now), actual, test.holds(actual, now, zone?.of(row)) !== negated);
  };
}

/** The actual value is the wall time, such as `thursday 14:05`. */
function lookAtClock(question: CheckedQuestion & { kind: 'open' }): Look {
  const { path, operator, expected } = describe(question.source);
  const test = compile(question);
  const moment = momentOf(question.time);
  return (row, now) => {
    const at = moment(row, now);
    const wall = at === null ? null : question.clock.wallTime(row, at);
    return { path, operator, expected, actual: wall && `${wall.weekday} ${wall.time}`, holds: test(row, now) };
  };
}

/** Caches the last expected value: a plan evaluates all conditions at one moment, and the text of a moment is expensive. */
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

/** Returns the parts of a result that depend only on the text of the condition. */
function describe(source: Question): Pick<ConditionResult, 'path' | 'operator' | 'expected'> {
  switch (source.kind) {
    case 'comparison':
      return { path: printSubject(source.subject), operator: source.operator, expected: null };
    case 'in':
      return { path: printSubject(source.subject), operator: 'IN', expected: null };
    case 'null':
      return { path: printSubject(source.subject), operator: `IS ${source.negated ? 'NOT ' : ''}NULL`, expected: null };
    case 'open':
      return { path: printCondition(source), operator: 'open', expected: null };
    case 'some': {
      const last = lastSegment(source.path);
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

/** Returns the different values of the records of a path, in their order. */
function severalValues(subject: FieldSubject): (row: Row, now: number) => unknown[] {
  const own = ownValue(subject);
  const steps = compileSteps(subject.steps, compile);
  const walk = steps.reduceRight<Walk>(stepped, (row, _now, values) => {
    const value = own(row);
    if (!values.includes(value)) values.push(value);
  });
  return (row, now) => {
    const values: unknown[] = [];
    walk(row, now, values);
    return values;
  };
}

type Walk = (row: Row, now: number, values: unknown[]) => void;

/** Walks without intermediate lists, which are most of the cost of rules on lines. */
function stepped(inner: Walk, { name, many, filter }: CompiledStep): Walk {
  const next: Walk = filter ? (row, now, values) => filter(row, now) && inner(row, now, values) : inner;
  if (many) {
    return (row, now, values) => {
      for (const each of relatedRows(row, name)) next(each, now, values);
    };
  }
  return (row, now, values) => {
    const other = relatedRow(row, name);
    if (other !== null) next(other, now, values);
  };
}
