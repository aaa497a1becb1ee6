import type { Literal } from '../ast.ts';
import { dayLength, dayText, instant } from '../instant.ts';
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
 * Days, `2026-04-23` in rows. A day is compared as its midnight in UTC, so that the time of day matters. A date alone names its
 * day; its offset has no meaning here.
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
        moments.map((moment) => dayText(moment(now))),
      );
    if (operator === 'in') {
      const compare = moments.map(comparedWith);
      return {
        sql: (value, parameters) => {
          const days = moments.map((moment) => moment(parameters.now)).filter(isMidnight);
          return `${value} = ANY(${parameters.add(days.map(dayText))}::date[])`;
        },
        holds: (actual, now) => compare.some((each) => each(actual, now) === 0),
        expected,
      };
    }
    const order = operator as Exclude<typeof operator, '%'>;
    const [moment] = moments as [Moment];
    return {
      sql: (value, parameters) => compareSql(value, order, moment(parameters.now), parameters),
      holds: byOrder(order, comparedWith(moment)),
      expected,
    };
  },
};

/** Rounds the moment to a day instead of converting the column, so that an index can be used. */
function compareSql(value: string, operator: OrderOperator, moment: number, parameters: Parameters): string {
  const day = () => `${parameters.add(dayText(moment))}::date`;
  if (isMidnight(moment)) return `${value} ${operator} ${day()}`;
  if (operator === '=') return 'false';
  return `${value} ${operator.startsWith('>') ? '>' : '<='} ${day()}`;
}

function comparedWith(moment: Moment): (actual: unknown, now: number) => number {
  let expected = Number.NaN;
  let day = '';
  let sameDay = 0;
  return (actual, now) => {
    if (typeof actual !== 'string') return Number.NaN;
    const current = moment(now);
    if (current !== expected) {
      expected = current;
      day = dayText(current);
      sameDay = isMidnight(current) ? 0 : -1;
    }
    if (actual.length === 10) return actual < day ? -1 : actual > day ? 1 : sameDay;
    return (instant(actual) ?? Number.NaN) - current;
  };
}

function readDay(literal: Literal): Moment | null {
  const time = readTime(literal);
  if (!time || time.day === null) return time?.start ?? null;
  const midnight = instant(time.day) ?? 0;
  return () => midnight;
}

function isMidnight(moment: number): boolean {
  return moment % dayLength === 0;
}
