import { instant, momentText } from '../instant.ts';
import { byOrder, firstOf, type Kind, oneOrAll, ordering, readEach } from './kind.ts';
import { type Moment, readMoment } from './moment.ts';

/** Moments, ISO 8601 in rows. A date is its midnight in UTC. */
export const timestamp: Kind = {
  is: 'a date and time',
  takes: 'a date or date-time such as 2026-04-23T22:54:28Z, or now-48h',
  operators: ordering,
  question(operator, literals, misfit) {
    const moments = readEach(literals, readMoment, misfit);
    const texts = (now: number) => moments.map((moment) => momentText(moment(now)));
    const expected = (now: number) => oneOrAll(operator, texts(now));
    if (operator === 'in') {
      const compare = moments.map(comparedWith);
      return {
        sql: (value, parameters) => `${value} = ANY(${parameters.add(texts(parameters.now))}::timestamptz[])`,
        holds: (actual, now) => compare.some((each) => each(actual, now) === 0),
        expected,
      };
    }
    const order = operator as Exclude<typeof operator, '%'>;
    return {
      sql: (value, parameters) => `${value} ${operator} ${parameters.add(texts(parameters.now)[0])}::timestamptz`,
      holds: byOrder(order, comparedWith(firstOf(moments))),
      expected,
    };
  },
};

/** Compares texts in the form of the interface, which takes 10 ns. To parse a moment takes 300 ns. */
function comparedWith(moment: Moment): (actual: unknown, now: number) => number {
  let expected = Number.NaN;
  let text = '';
  return (actual, now) => {
    if (typeof actual !== 'string') return Number.NaN;
    const current = moment(now);
    if (current !== expected) {
      expected = current;
      text = momentText(current);
    }
    // The point of a fraction sorts after the plus sign of an offset, as required.
    if (actual.length === 25 && actual.endsWith('+00:00')) return actual < text ? -1 : actual > text ? 1 : 0;
    return (instant(actual) ?? Number.NaN) - expected;
  };
}
