import type { Literal } from '../ast.ts';
import { equalTo, folded, foldedSql, likePattern, matching, orderedBy } from '../folding.ts';
import {
  byOrder,
  everyOperator,
  type Kind,
  oneOrAll,
  plainText,
  type Question,
  type QuestionOperator,
  readEach,
} from './kind.ts';

/** Text. All operators ignore case, so that `>=` equals `>` or `=`. */
export const text: Kind = {
  is: 'a text',
  takes: 'a text in double quotes',
  operators: everyOperator,
  question(operator, literals, misfit) {
    const values = readEach(literals, plainText, misfit);
    const question = textQuestion(operator, literals, values);
    return {
      sql: (value, parameters) => question.sql(foldedSql(value), parameters),
      holds: (actual) => typeof actual === 'string' && question.holds(actual, 0),
      expected: question.expected,
    };
  },
};

/** The same for a value that is surely a text, and whose SQL is already folded. */
export function textQuestion(
  operator: QuestionOperator,
  literals: readonly Literal[],
  values: readonly string[],
): Question & { holds(actual: string, now: number): boolean } {
  const expected = () => oneOrAll(operator, values);
  const value = values[0] ?? '';
  switch (operator) {
    case 'in': {
      const wanted = new Set(values.map(folded));
      return {
        sql: (column, parameters) => `${column} = ANY(${parameters.add([...wanted])}::text[])`,
        holds: (actual: string) => wanted.has(folded(actual)),
        expected,
      };
    }
    case '%':
      return pattern(['', ...wildcardParts(literals, value).filter((part) => part !== ''), '']);
    case '=': {
      const wanted = wildcardParts(literals, value);
      if (wanted.length > 1) return pattern(wanted);
      return {
        sql: (column, parameters) => `${column} = ${parameters.add(folded(value))}::text`,
        holds: equalTo(value),
        expected,
      };
    }
    default:
      return {
        sql: (column, parameters) => `${column} COLLATE "C" ${operator} ${parameters.add(folded(value))}::text`,
        holds: byOrder(operator, orderedBy(value)),
        expected,
      };
  }

  function pattern(parts: readonly string[]) {
    return {
      sql: (column: string, parameters: { add(value: unknown): string }) =>
        `${column} LIKE ${parameters.add(likePattern(parts.map(folded)))}::text`,
      holds: matching(parts),
      expected,
    };
  }
}

/** Returns the texts between the wildcards of a value. Only a quoted text has wildcards. */
function wildcardParts([literal]: readonly Literal[], value: string): readonly string[] {
  return literal?.kind === 'text' ? literal.parts : [value];
}
