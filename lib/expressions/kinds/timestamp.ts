import { firstInstant, instant, lastInstant, localText, momentText } from '../instant.ts';
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
 * Moments, ISO 8601 in rows. A date alone is a day at the place of the record (in UTC for one without a place), or with its own offset: `=` is on that day, `<` before it, `>` after it,
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
        sql: (value, parameters, zone) => amongSql(value, times, parameters, zone),
        holds: (actual, now, zone) => compare.some((each) => each(actual, now, zone) === 0),
        expected,
      };
    }
    const order = operator as Exclude<typeof operator, '%'>;
    const time = firstOf(times);
    return {
      sql: (value, parameters, zone) => compareSql(value, order, time, parameters, zone),
      holds: byOrder(order, comparedWith(time)),
      expected,
    };
  },
};

function compareSql(
  value: string,
  operator: OrderOperator,
  time: TimeSpan,
  parameters: Parameters,
  zone: string | undefined,
): string {
  if (time.isLocal && zone !== undefined) return localSql(value, operator, time, parameters, zone);
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

/** Time zones are up to 14 hours ahead of UTC, and up to 12 behind it. */
const farthestAhead = 14 * 3_600_000;
const farthestBehind = 12 * 3_600_000;

/** Bounds that hold for every zone let an index find the records. Only between them the zone of each record matters. */
function localSql(
  value: string,
  operator: OrderOperator,
  { start, length, day }: TimeSpan,
  parameters: Parameters,
  zone: string,
): string {
  const at = (moment: number) => `${parameters.add(boundText(moment))}::timestamptz`;
  const begins = start(parameters.now);
  const first = (edge: number) => at(edge - farthestAhead);
  const last = (edge: number) => at(edge + farthestBehind);
  const local = `(${value} AT TIME ZONE ${zone})::date ${operator} ${parameters.add(day)}::date`;
  const edge = operator === '<' || operator === '>=' ? begins : begins + length;
  if (operator === '=') return `(${value} >= ${first(begins)} AND ${value} < ${last(begins + length)} AND ${local})`;
  if (operator.startsWith('>')) return `(${value} >= ${first(edge)} AND (${value} >= ${last(edge)} OR ${local}))`;
  return `(${value} < ${last(edge)} AND (${value} < ${first(edge)} OR ${local}))`;
}

/** Returns a bound as text. The year after 9999 has five digits, which would compare as a smaller text. */
const boundText = (moment: number) =>
  moment > lastInstant ? 'infinity' : moment < firstInstant ? '-infinity' : momentText(moment);

/** Moments are one array, which an index serves. Each day is a range of its own. */
function amongSql(value: string, times: readonly TimeSpan[], parameters: Parameters, zone: string | undefined): string {
  const moments = times.filter(({ length }) => length === 0).map((time) => startText(time, parameters.now));
  const days = times.filter(({ length }) => length > 0).map((time) => compareSql(value, '=', time, parameters, zone));
  const all = moments.length > 0 ? [`${value} = ANY(${parameters.add(moments)}::timestamptz[])`, ...days] : days;
  return all.length === 1 ? (all[0] ?? '') : `(${all.join(' OR ')})`;
}

const startText = (time: TimeSpan, now: number) => momentText(time.start(now));

const endText = ({ start, length }: TimeSpan, now: number) => boundText(start(now) + length);

const expectedText = (time: TimeSpan, now: number) => (time.length > 0 ? (time.written ?? '') : startText(time, now));

type Compare = (actual: unknown, now: number, zone?: string) => number;

function comparedWith(time: TimeSpan): Compare {
  const inUtc = comparedInUtc(time);
  if (!time.isLocal) return inUtc;
  return (actual, now, zone = 'UTC') =>
    zone === 'UTC' || typeof actual !== 'string' ? inUtc(actual, now) : localDistance(time, actual, zone);
}

/** Compares texts in the form of the interface, which takes 10 ns. To parse a moment takes 300 ns. */
function comparedInUtc(time: TimeSpan): Compare {
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

/** Compares the day of a time at the place of its record. */
function localDistance({ start, length, day }: TimeSpan, actual: string, zone: string): number {
  const moment = instant(actual);
  if (moment === null || day === null) return Number.NaN;
  const distance = moment - start(moment);
  if (distance < -farthestAhead) return -1;
  if (distance >= length + farthestBehind) return 1;
  const own = localText(moment, zone).slice(0, day.length);
  return own === day ? 0 : own < day ? -1 : 1;
}

/** Returns 0 within the time, a negative number before it, and a positive one after it. */
function distanceTo({ length }: TimeSpan, start: number, actual: number): number {
  const distance = actual - start;
  return distance >= 0 && distance < length ? 0 : distance;
}
