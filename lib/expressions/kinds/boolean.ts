import type { Literal } from '../ast.ts';
import { equality, type Kind, oneOrAll, plainText, readEach } from './kind.ts';

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const boolean: Kind = {
  is: 'true or false',
  takes: 'true or false',
  operators: equality,
  question(operator, literals, misfit) {
    const values = readEach(literals, read, misfit);
    const expected = oneOrAll(operator, values);
    const [value] = values;
    return {
      sql: (column, parameters) =>
        operator === 'in'
          ? `${column} = ANY(${parameters.add(values)}::boolean[])`
          : `${column} = ${parameters.add(value)}::boolean`,
      holds: operator === 'in' ? (actual) => values.some((each) => each === actual) : (actual) => actual === value,
      expected: () => expected,
    };
  },
};

function read(literal: Literal): boolean | null {
  return words.get(plainText(literal)?.toLowerCase() ?? '') ?? null;
}
