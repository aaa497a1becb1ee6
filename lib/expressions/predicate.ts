import type {
  Checked,
  CheckedCondition,
  CheckedQuestion,
  CheckedSubject,
  CheckedTime,
  ClockSubject,
} from './checked.ts';
import { sum } from './decimal.ts';
import { instant } from './instant.ts';
import {
  type CompiledStep,
  compileSteps,
  fieldValue,
  type Row,
  reached,
  relatedRow,
  relatedRows,
  type Test,
} from './row.ts';

/**
 * Compiles the expression to a function of a row in memory. It selects the same rows as the SQL. Conditions are compiled to
 * closures once, so that a row costs tens of nanoseconds.
 *
 * Rows are plain JSON: decimals as text or numbers, times in ISO 8601. A missing relation counts as empty.
 * @returns a function of the row and the value of `now` (default: the time of the call)
 */
export function predicate(checked: Checked): (row: Row, now?: Date) => boolean {
  const test = compile(checked.condition);
  if (!checked.usesNow) return (row) => test(row, 0);
  return (row, now) => test(row, now ? now.getTime() : Date.now());
}

export function compile(condition: CheckedCondition): Test {
  switch (condition.kind) {
    case 'and':
      return every(condition.conditions.map(compile));
    case 'or':
      return any(condition.conditions.map(compile));
    case 'not':
      return opposite(compile(condition.condition));
    case 'value': {
      const test = compileValue(condition);
      return condition.negated ? opposite(test) : test;
    }
    case 'null':
      return compileNull(condition);
    case 'some':
      return exists(compileSteps(condition.steps, compile), () => true);
    case 'open':
      return compileOpen(condition);
  }
}

function compileValue({ subject, question }: CheckedQuestion & { kind: 'value' }): Test {
  const { holds } = question;
  if (subject.kind !== 'field') {
    const value = aggregate(subject);
    return (row, now) => holds(value(row, now), now);
  }
  const { name, inside, zone } = subject;
  const own: Test = zone
    ? (row, now) => holds(row[name], now, zone.of(row))
    : inside.length === 0
      ? (row, now) => holds(row[name], now)
      : (row, now) => holds(fieldValue(row, name, inside), now);
  return exists(compileSteps(subject.steps, compile), own);
}

function compileOpen({ clock, calendar, time }: CheckedQuestion & { kind: 'open' }): Test {
  const moment = momentOf(time);
  return (row, now) => {
    const at = moment(row, now);
    return at !== null && clock.isOpen(row, calendar, at);
  };
}

/** Returns a function for the value of `count(…)`, `sum(…)` or `hour(…)`. */
export function aggregate(subject: Exclude<CheckedSubject, { kind: 'field' }>): (row: Row, now: number) => unknown {
  if (subject.kind !== 'count' && subject.kind !== 'sum') return clockValue(subject);
  const steps = compileSteps(subject.steps, compile);
  const [first] = steps;
  if (subject.kind === 'count') {
    if (steps.length === 1 && first?.many && !first.filter) return (row) => relatedRows(row, first.name).length;
    return (row, now) => reached(steps, row, now).length;
  }
  const { name } = subject;
  return (row, now) => sum(reached(steps, row, now).map((each) => each[name]));
}

function compileNull({ subject, negated }: CheckedQuestion & { kind: 'null' }): Test {
  const { name, inside } = subject;
  const steps = compileSteps(subject.steps, compile);
  const isNull: Test = (row) => fieldValue(row, name, inside) === null;
  if (negated) return exists(steps, opposite(isNull));
  const many = steps.findLastIndex((step) => step.many) + 1;
  // After the last to-many relation, a path without a record has the value null.
  return exists(steps.slice(0, many), opposite(exists(steps.slice(many), opposite(isNull))));
}

/** Returns a test that at least one record of the steps passes. */
function exists(steps: readonly CompiledStep[], passes: Test): Test {
  return steps.reduceRight<Test>((inner, { name, many, filter }) => {
    const test: Test = filter ? (row, now) => filter(row, now) && inner(row, now) : inner;
    if (many) {
      return (row, now) => {
        for (const each of relatedRows(row, name)) if (test(each, now)) return true;
        return false;
      };
    }
    return (row, now) => {
      const other = relatedRow(row, name);
      return other !== null && test(other, now);
    };
  }, passes);
}

function opposite(test: Test): Test {
  return (row, now) => !test(row, now);
}

/** Most conditions are pairs. A loop over a pair costs more than the two tests. */
function every(tests: readonly Test[]): Test {
  const [first, second] = tests as [Test, Test];
  if (tests.length === 2) return (row, now) => first(row, now) && second(row, now);
  return (row, now) => {
    for (const test of tests) if (!test(row, now)) return false;
    return true;
  };
}

function any(tests: readonly Test[]): Test {
  const [first, second] = tests as [Test, Test];
  if (tests.length === 2) return (row, now) => first(row, now) || second(row, now);
  return (row, now) => {
    for (const test of tests) if (test(row, now)) return true;
    return false;
  };
}

/** Returns a function for the value of `hour(…)`, `time(…)` or `weekday(…)`; null where its time is. */
export function clockValue({ kind, clock, time }: ClockSubject): (row: Row, now: number) => unknown {
  const moment = momentOf(time);
  return (row, now) => {
    const at = moment(row, now);
    return at === null ? null : clock.wallTime(row, at)[kind];
  };
}

/** Returns a function for the moment of a time, in milliseconds since 1970. */
export function momentOf(time: CheckedTime): (row: Row, now: number) => number | null {
  if (time.kind === 'now') return (_row, now) => now + time.shift;
  const { steps, name } = time;
  return (row) => {
    let last: Row | null = row;
    for (const step of steps) last = last && relatedRow(last, step.name);
    const value = last && fieldValue(last, name, []);
    return typeof value === 'string' ? instant(value) : null;
  };
}
