import type { Literal } from '../ast.ts';
import { equalTo, folded, foldedSql, likePattern, matching, orderedBy } from '../folding.ts';
import { plainReading, type TextReading } from '../texts/reading.ts';
import {
  byOrder,
  everyOperator,
  type Kind,
  oneOrAll,
  type Parameters,
  plainText,
  type Question,
  type QuestionOperator,
  readEach,
} from './kind.ts';

/** Text. All operators ignore case, so that `>=` equals `>` or `=`. */
export const text: Kind = textAs(plainReading);

/** Text that is written in a form of its own: a value of a condition is read in that form. */
export function textAs(reading: TextReading): Kind {
  return {
    is: 'a text',
    takes: 'a text in double quotes',
    operators: everyOperator,
    question(operator, literals, misfit) {
      const values = readEach(literals, plainText, misfit);
      const question = textQuestion(operator, literals, values, reading);
      return {
        sql: (value, parameters) => question.sql(foldedSql(reading.sql(value)), parameters),
        holds: (actual) => typeof actual === 'string' && question.holds(reading.actual(actual), 0),
        expected: question.expected,
      };
    },
  };
}

/** The same for a value that is surely a text, and whose SQL is already folded. */
export function textQuestion(
  operator: QuestionOperator,
  literals: readonly Literal[],
  values: readonly string[],
  reading = plainReading,
): Question & { holds(actual: string, now: number): boolean } {
  const expected = () => oneOrAll(operator, values);
  const value = values[0] ?? '';
  const read = reading.value(value);
  switch (operator) {
    case 'in':
      return oneOf(values);
    case '%':
      return pattern([
        '',
        ...wildcardParts(literals, value)
          .map(reading.part)
          .filter((part) => part !== ''),
        '',
      ]);
    case '=': {
      const wanted = wildcardParts(literals, value);
      if (wanted.length > 1) return pattern(wanted.map(reading.part));
      // Records of older builds have the original value.
      if (read !== value) return oneOf([value]);
      return {
        sql: (column, parameters) => `${column} = ${parameters.add(folded(value))}::text`,
        holds: equalTo(value),
        expected,
      };
    }
    default:
      return {
        sql: (column, parameters) => `${column} COLLATE "C" ${operator} ${parameters.add(folded(read))}::text`,
        holds: byOrder(operator, orderedBy(read)),
        expected,
      };
  }

  /** One of the values, both as written and as read. */
  function oneOf(each: readonly string[]) {
    const wanted = new Set(each.flatMap((one) => [one, reading.value(one)].map(folded)));
    return {
      sql: (column: string, parameters: Parameters) => `${column} = ANY(${parameters.add([...wanted])}::text[])`,
      holds: (actual: string) => wanted.has(folded(actual)),
      expected,
    };
  }

  function pattern(parts: readonly string[]) {
    return {
      sql: (column: string, parameters: Parameters) =>
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
