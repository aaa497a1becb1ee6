import { instant, lastInstant, momentText } from '../instant.ts';
import {
  byOrder,
  firstOf,
  type Kind,
  type OrderOperator,
  oneOrAll,
  ordering,
  type Parameters,
  readEach,
} from './kind.ts';
import { readTime, type TimeSpan } from './moment.ts';

/**
 * Moments, ISO 8601 in rows. A date alone is a day, in UTC or with its own offset: `=` is on that day, `<` before it, `>` after it,
 * `<=` until its end, `>=` from its beginning. Of the five, three exclude each other, as they do for numbers.
 */
export const timestamp: Kind = {
  is: 'a date and time',
  takes: 'a date or date-time such as 2026-04-23T22:54:28Z, or now-48h',
  operators: ordering,
  question(operator, literals, misfit) {
    const times = readEach(literals, readTime, misfit);
    const expected = (now: number) =>
      oneOrAll(
        operator,
        times.map((time) => expectedText(time, now)),
      );
    if (operator === 'in') {
      const compare = times.map(comparedWith);
      return {
        sql: (value, parameters) => amongSql(value, times, parameters),
        holds: (actual, now) => compare.some((each) => each(actual, now) === 0),
        expected,
      };
    }
    const order = operator as Exclude<typeof operator, '%'>;
    const time = firstOf(times);
    return {
      sql: (value, parameters) => compareSql(value, order, time, parameters),
      holds: byOrder(order, comparedWith(time)),
      expected,
    };
  },
};

function compareSql(value: string, operator: OrderOperator, time: TimeSpan, parameters: Parameters): string {
  const at = (text: string) => `${parameters.add(text)}::timestamptz`;
  const [start, end] = [() => at(startText(time, parameters.now)), () => at(endText(time, parameters.now))];
  if (time.length === 0) return `${value} ${operator} ${start()}`;
  switch (operator) {
    case '=':
      return `(${value} >= ${start()} AND ${value} < ${end()})`;
    case '<':
    case '>=':
      return `${value} ${operator} ${start()}`;
    case '<=':
      return `${value} < ${end()}`;
    case '>':
      return `${value} >= ${end()}`;
  }
}

/** Moments are one array, which an index serves. Each day is a range of its own. */
function amongSql(value: string, times: readonly TimeSpan[], parameters: Parameters): string {
  const moments = times.filter(({ length }) => length === 0).map((time) => startText(time, parameters.now));
  const days = times.filter(({ length }) => length > 0).map((time) => compareSql(value, '=', time, parameters));
  const all = moments.length > 0 ? [`${value} = ANY(${parameters.add(moments)}::timestamptz[])`, ...days] : days;
  return all.length === 1 ? (all[0] ?? '') : `(${all.join(' OR ')})`;
}

const startText = (time: TimeSpan, now: number) => momentText(time.start(now));

/** Returns the end of the time as text. The year after 9999 has five digits, which would compare as a smaller text. */
function endText({ start, length }: TimeSpan, now: number): string {
  const end = start(now) + length;
  return end > lastInstant ? 'infinity' : momentText(end);
}

const expectedText = (time: TimeSpan, now: number) => (time.length > 0 ? (time.written ?? '') : startText(time, now));

/** Compares texts in the form of the interface, which takes 10 ns. To parse a moment takes 300 ns. */
function comparedWith(time: TimeSpan): (actual: unknown, now: number) => number {
  let at = Number.NaN;
  let start = '';
  let end = '';
  const isDay = time.length > 0;
  return (actual, now) => {
    if (typeof actual !== 'string') return Number.NaN;
    const current = time.start(now);
    if (current !== at) {
      at = current;
      [start, end] = [startText(time, now), endText(time, now)];
    }
    // The point of a fraction sorts after the plus sign of an offset, as required.
    if (actual.length === 25 && actual.endsWith('+00:00')) {
      if (actual < start) return -1;
      return (isDay ? actual >= end : actual > start) ? 1 : 0;
    }
    return distanceTo(time, current, instant(actual) ?? Number.NaN);
  };
}

/** Returns 0 within the time, a negative number before it, and a positive one after it. */
function distanceTo({ length }: TimeSpan, start: number, actual: number): number {
  const distance = actual - start;
  return distance >= 0 && distance < length ? 0 : distance;
}
