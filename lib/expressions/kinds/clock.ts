import type { Literal } from '../ast.ts';
import { byOrder, equality, firstOf, type Kind, oneOrAll, ordering, plainText, readEach } from './kind.ts';
import { integer } from './number.ts';

/** The values of `hour(now)`, `time(now)` and `weekday(now)`. They exist in memory alone: no table has a clock. */

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function noSql(): never {
  throw new Error('A clock is not in a database.');
}

/** From 0 to 23. */
export const hour: Kind = {
  ...integer,
  is: 'an hour',
  takes: 'a number from 0 to 23',
  question(operator, literals, misfit) {
    for (const literal of literals) if (!isHour(literal)) misfit(literal);
    return { ...integer.question(operator, literals, misfit), sql: noSql };
  },
};

function isHour(literal: Literal): boolean {
  const text = plainText(literal);
  return text !== null && /^\d{1,2}$/.test(text) && Number(text) < 24;
}

/** Wall times such as `09:30`. Such texts sort like the times. */
export const timeOfDay: Kind = {
  is: 'a time of the day',
  takes: 'a time of the day such as "09:30"',
  operators: ordering,
  question(operator, literals, misfit) {
    const values = readEach(literals, readTimeOfDay, misfit);
    const expected = () => oneOrAll(operator, values);
    if (operator === 'in') return { sql: noSql, holds: (actual) => values.some((value) => value === actual), expected };
    const value = firstOf(values);
    // `check` refuses `%` for times.
    const order = operator as Exclude<typeof operator, '%'>;
    const compare = (actual: unknown) =>
      typeof actual !== 'string' ? Number.NaN : actual === value ? 0 : actual < value ? -1 : 1;
    return { sql: noSql, holds: byOrder(order, compare), expected };
  },
};

function readTimeOfDay(literal: Literal): string | null {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(plainText(literal) ?? '') ?? [];
  return hours === undefined || Number(hours) > 23 ? null : `${hours.padStart(2, '0')}:${minutes}`;
}

/** Days of the week, by their English names or the first three letters. */
export const weekday: Kind = {
  is: 'a day of the week',
  takes: 'a day of the week such as "thursday" or "thu"',
  operators: equality,
  question(operator, literals, misfit) {
    const values: readonly string[] = readEach(literals, readWeekday, misfit);
    return {
      sql: noSql,
      holds: (actual) => typeof actual === 'string' && values.includes(actual),
      expected: () => oneOrAll(operator, values),
    };
  },
};

function readWeekday(literal: Literal): string | null {
  const text = plainText(literal)?.toLowerCase() ?? '';
  return weekdays.find((name) => name === text || name.slice(0, 3) === text) ?? null;
}
