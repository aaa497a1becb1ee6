import type { Literal } from '../ast.ts';
import { equalTo, folded, foldedSql } from '../folding.ts';
import { momentText } from '../instant.ts';
import { everyOperator, type Kind, plainText, type Question, type QuestionOperator } from './kind.ts';
import { shiftMilliseconds } from './moment.ts';
import { decimalNumber } from './number.ts';
import { textQuestion } from './text.ts';

/** Form of texts that count as numbers. PostgreSQL cannot cast other or very long texts. */
const numeric = /^-?[0-9]{1,100}([.][0-9]{1,100})?$/;

/**
 * Custom fields. Their types are not declared, so that the value of the condition decides. A number is compared with numbers and
 * with texts in the form of numbers, true and false with both booleans and texts, and any other value with texts. Dates are texts.
 * Lists and objects never match.
 */
export const json: Kind = {
  is: 'a custom field',
  takes: 'a text, a number, a date, true or false',
  operators: everyOperator,
  question(operator, literals, misfit) {
    const numbers = literals.filter((literal) => looksLike(operator, literal) === 'number');
    const booleans = literals.filter((literal) => looksLike(operator, literal) === 'boolean');
    const texts = literals.filter((literal) => looksLike(operator, literal) === 'text');
    const times = literals.filter((literal) => literal.kind === 'now');
    const questions = [
      ...(numbers.length > 0 ? [askNumbers(operator, numbers, misfit)] : []),
      ...booleans.map(askBoolean),
      ...(texts.length > 0 ? [askTexts(operator, texts)] : []),
      ...times.map((literal) => askNow(operator, literal)),
    ];
    const [only] = questions;
    if (only && questions.length === 1) return only;
    return {
      sql: (value, parameters) => `(${questions.map((question) => question.sql(value, parameters)).join(' OR ')})`,
      holds: (actual, now) => questions.some((question) => question.holds(actual, now)),
      expected: (now) => questions.flatMap((question) => question.expected(now)),
    };
  },
};

function looksLike(operator: QuestionOperator, literal: Literal): 'number' | 'boolean' | 'text' | null {
  const value = plainText(literal);
  if (value === null) return null;
  if (operator === '%') return 'text';
  if (numeric.test(value)) return 'number';
  return (operator === '=' || operator === 'in') && /^(?:true|false)$/i.test(value) ? 'boolean' : 'text';
}

function askNumbers(operator: QuestionOperator, literals: Literal[], misfit: (literal: Literal) => never): Question {
  const question = decimalNumber.question(operator, literals, misfit);
  return {
    sql: (value, parameters) =>
      // Only CASE guarantees that no other value is cast.
      `CASE WHEN jsonb_typeof(${value}) = 'number' OR ` +
      `jsonb_typeof(${value}) = 'string' AND ${scalar(value)} ~ '${numeric.source}' ` +
      `THEN ${question.sql(`${scalar(value)}::numeric`, parameters)} END`,
    holds: (actual, now) =>
      (typeof actual === 'number' || (typeof actual === 'string' && numeric.test(actual))) &&
      question.holds(actual, now),
    expected: question.expected,
  };
}

function askBoolean(literal: Literal): Question {
  const wanted = folded(plainText(literal) ?? '');
  const equal = equalTo(wanted);
  return {
    sql: (value, parameters) =>
      `CASE WHEN jsonb_typeof(${value}) IN ('boolean', 'string') ` +
      `THEN ${foldedSql(scalar(value))} = ${parameters.add(wanted)}::text END`,
    holds: (actual) => (typeof actual === 'boolean' || typeof actual === 'string') && equal(String(actual)),
    expected: () => wanted === 'true',
  };
}

function askTexts(
  operator: QuestionOperator,
  literals: readonly Literal[],
  values = literals.map((literal) => plainText(literal) ?? ''),
): Question {
  const question = textQuestion(operator, literals, values);
  return {
    sql: (value, parameters) =>
      `CASE WHEN jsonb_typeof(${value}) = 'string' ` + `THEN ${question.sql(foldedSql(scalar(value)), parameters)} END`,
    holds: (actual, now) => typeof actual === 'string' && question.holds(actual, now),
    expected: question.expected,
  };
}

/** Compares with the time in the form of the interface, which as text compares correctly with dates and UTC times. */
function askNow(operator: QuestionOperator, literal: Literal): Question {
  const shift = literal.kind === 'now' ? shiftMilliseconds(literal.shift) : 0;
  const at = (now: number) => askTexts(operator, [], [momentText(Math.floor((now + shift) / 1000) * 1000)]);
  return {
    sql: (value, parameters) => at(parameters.now).sql(value, parameters),
    holds: (actual, now) => at(now).holds(actual, now),
    expected: (now) => at(now).expected(now),
  };
}

/** Returns the SQL for the text of a JSON text, number, true or false. */
function scalar(value: string): string {
  return `(${value} #>> '{}')`;
}
