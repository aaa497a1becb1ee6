import type { Literal } from '../ast.ts';
import { dayLength, dayText, hasZones, instant, localText, momentText } from '../instant.ts';
import {
  byOrder,
  type Kind,
  type OrderOperator,
  oneOrAll,
  ordering,
  type Parameters,
  type Question,
  readEach,
} from './kind.ts';
import { type Moment, readTime } from './moment.ts';

/**
 * Days, `2026-04-23` in rows. A day is compared as its midnight at the place of the record (in UTC for one without a place), so that the
 * time of day matters. A date alone names its day; its offset has no meaning here.
 */
export const date: Kind = {
  is: 'a date',
  takes: 'a date such as 2026-04-23, or now-30d',
  operators: ordering,
  question(operator, literals, misfit): Question {
    const moments = readEach(literals, readDay, misfit);
    const expected = (now: number) =>
      oneOrAll(
        operator,
        moments.map(({ start }) => dayText(start(now))),
      );
    if (operator === 'in') {
      const compare = moments.map(comparedWith);
      return {
        sql: (value, parameters, zone) => {
          const days = moments.filter(({ isDay }) => isDay).map(({ start }) => dayText(start(parameters.now)));
          const others = moments
            .filter(({ isDay }) => !isDay)
            .map((moment) => compareSql(value, '=', moment, parameters, zone));
          return `(${[`${value} = ANY(${parameters.add(days)}::date[])`, ...others].join(' OR ')})`;
        },
        holds: (actual, now, zone) => compare.some((each) => each(actual, now, zone) === 0),
        expected,
      };
    }
    const order = operator as Exclude<typeof operator, '%'>;
    const [moment] = moments as [ReadDay];
    return {
      sql: (value, parameters, zone) => compareSql(value, order, moment, parameters, zone),
      holds: byOrder(order, comparedWith(moment)),
      expected,
    };
  },
};

/** A day, or a moment whose day depends on the place. */
interface ReadDay {
  readonly start: Moment;
  readonly isDay: boolean;
}

/** Rounds the moment to a day instead of converting the column, so that an index can be used. */
function compareSql(
  value: string,
  operator: OrderOperator,
  { start, isDay }: ReadDay,
  parameters: Parameters,
  zone: string | undefined,
): string {
  const moment = start(parameters.now);
  if (!isDay && zone !== undefined && hasZones(moment)) {
    return `${value} ${operator} (${parameters.add(momentText(moment))}::timestamptz AT TIME ZONE ${zone})`;
  }
  const day = () => `${parameters.add(dayText(moment))}::date`;
  if (isMidnight(moment)) return `${value} ${operator} ${day()}`;
  if (operator === '=') return 'false';
  return `${value} ${operator.startsWith('>') ? '>' : '<='} ${day()}`;
}

type Compare = (actual: unknown, now: number, zone?: string) => number;

function comparedWith(wanted: ReadDay): Compare {
  const inUtc = comparedInUtc(wanted);
  if (wanted.isDay) return inUtc;
  return (actual, now, zone = 'UTC') => {
    const moment = wanted.start(now);
    const isLocal = zone !== 'UTC' && typeof actual === 'string' && hasZones(moment);
    return isLocal ? localOrder(actual, moment, zone) : inUtc(actual, now);
  };
}

/** Compares a day, from its midnight on, with a moment at a place. */
function localOrder(actual: string, moment: number, zone: string): number {
  const [day = '', time] = localText(moment, zone).split(' ');
  if (actual !== day) return actual < day ? -1 : 1;
  return time === '00:00:00' ? 0 : -1;
}

function comparedInUtc({ start }: ReadDay): Compare {
  let expected = Number.NaN;
  let day = '';
  let sameDay = 0;
  return (actual, now) => {
    if (typeof actual !== 'string') return Number.NaN;
    const current = start(now);
    if (current !== expected) {
      expected = current;
      day = dayText(current);
      sameDay = isMidnight(current) ? 0 : -1;
    }
    if (actual.length === 10) return actual < day ? -1 : actual > day ? 1 : sameDay;
    return (instant(actual) ?? Number.NaN) - current;
  };
}

function readDay(literal: Literal): ReadDay | null {
  const time = readTime(literal);
  if (!time) return null;
  if (time.day === null) return { start: time.start, isDay: false };
  const midnight = instant(time.day) ?? 0;
  return { start: () => midnight, isDay: true };
}

function isMidnight(moment: number): boolean {
  return moment % dayLength === 0;
}
