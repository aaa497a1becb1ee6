import type { Literal } from '../ast.ts';
import { comparedWith, decimal } from '../decimal.ts';
import { byOrder, firstOf, type Kind, oneOrAll, ordering, plainText, type Question, readEach } from './kind.ts';

/** PostgreSQL stores every whole number of 18 digits as bigint. */
const bigint = /^-?\d{1,18}$/;

/** Integers and decimals, as JSON numbers or as text; compared exactly. */
function number(is: string, takes: string, whole: boolean): Kind {
  return {
    is,
    takes,
    operators: ordering,
    question(operator, literals, misfit): Question {
      const values = readEach(literals, read, misfit);
      // An index on an integer column supports bigint and not numeric. A comparison such as id > 2.5 is correct, but without an index.
      const cast = whole && values.every((value) => bigint.test(value)) ? 'bigint' : 'numeric';
      const expected = oneOrAll(operator, values.map(shownNumber));
      if (operator === 'in') {
        const compare = values.map(comparedWith);
        return {
          sql: (value, parameters) => `${value} = ANY(${parameters.add(values)}::${cast}[])`,
          holds: (actual) => compare.some((each) => each(actual) === 0),
          expected: () => expected,
        };
      }
      // `check` refuses `%` for numbers.
      const order = operator as Exclude<typeof operator, '%'>;
      return {
        sql: (value, parameters) => `${value} ${operator} ${parameters.add(firstOf(values))}::${cast}`,
        holds: byOrder(order, comparedWith(firstOf(values))),
        expected: () => expected,
      };
    },
  };

  function shownNumber(value: string): number | string {
    return whole && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
}

function read(literal: Literal): string | null {
  if (literal.kind !== 'number' && literal.kind !== 'text') return null;
  const text = plainText(literal);
  return text === null || /e/i.test(text) ? null : decimal(text);
}

export const integer = number('a whole number', 'a number such as 12', true);
export const decimalNumber = number('a decimal number', 'a number such as 12 or 12.50', false);
