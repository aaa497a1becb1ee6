import type { Comparator, Literal } from '../ast.ts';

/** The questions for one type of field. Each type has one file with its SQL beside its test, so that both stay equal. */
export interface Kind {
  /** "a decimal number": for messages. */
  readonly is: string;
  /** "a number such as 12 or 12.50": for messages. */
  readonly takes: string;
  readonly operators: ReadonlySet<Comparator>;
  /**
   * Returns the question of an operator and its values; only `in` has several values.
   * @param misfit reports a value that the type cannot parse
   */
  question(operator: QuestionOperator, literals: readonly Literal[], misfit: (literal: Literal) => never): Question;
}

/** Without `!=`, which `check` converts to the opposite of `=`. */
export type QuestionOperator = Exclude<Comparator, '!='> | 'in';

/** A test of one value. It never holds for null. */
export interface Question {
  /**
   * Returns SQL that is true if the test holds, and otherwise false or NULL.
   * @param zone SQL of the time zone of the record; absent for one without a place
   */
  sql(value: string, parameters: Parameters, zone?: string): string;
  /**
   * @param now milliseconds since 1970
   * @param zone time zone of the record; absent for one without a place
   */
  holds(actual: unknown, now: number, zone?: string): boolean;
  /** Returns the expected value as JSON, for explanations. */
  expected(now: number): unknown;
}

/** Collects the values of a statement. */
export interface Parameters {
  /** Adds a value and returns its placeholder, such as `$3`. */
  add(value: unknown): string;
  readonly now: number;
}

export const everyOperator: ReadonlySet<Comparator> = new Set(['=', '!=', '<', '<=', '>', '>=', '%']);
export const ordering: ReadonlySet<Comparator> = new Set(['=', '!=', '<', '<=', '>', '>=']);
export const equality: ReadonlySet<Comparator> = new Set(['=', '!=']);

export type OrderOperator = '=' | '<' | '<=' | '>' | '>=';

/** Returns a test from a comparison: `compare` returns a negative number, 0, a positive number, or NaN if no operator holds. */
export function byOrder<Actual>(
  operator: OrderOperator,
  compare: (actual: Actual, now: number, zone?: string) => number,
): (actual: Actual, now: number, zone?: string) => boolean {
  switch (operator) {
    case '=':
      return (actual, now, zone) => compare(actual, now, zone) === 0;
    case '<':
      return (actual, now, zone) => compare(actual, now, zone) < 0;
    case '<=':
      return (actual, now, zone) => compare(actual, now, zone) <= 0;
    case '>':
      return (actual, now, zone) => compare(actual, now, zone) > 0;
    case '>=':
      return (actual, now, zone) => compare(actual, now, zone) >= 0;
  }
}

/** Returns the text of a literal. In a quoted text, `%` means a per cent sign. */
export function plainText(literal: Literal): string | null {
  switch (literal.kind) {
    case 'text':
      return literal.parts.join('%');
    case 'number':
    case 'time':
      return literal.text;
    case 'boolean':
      return String(literal.value);
    case 'now':
      return null;
  }
}

/** Parses all values. Reports a misfit for those that cannot be parsed. */
export function readEach<Value>(
  literals: readonly Literal[],
  read: (literal: Literal) => Value | null,
  misfit: (literal: Literal) => never,
): Value[] {
  return literals.map((literal) => read(literal) ?? misfit(literal));
}

/** Returns a list for `in`, and otherwise the single value. */
export function oneOrAll<Value>(operator: QuestionOperator, values: readonly Value[]): Value | readonly Value[] {
  return operator === 'in' ? values : firstOf(values);
}

/** Returns the first value: all operators have at least one. */
export function firstOf<Value>(values: readonly Value[]): Value {
  const [first] = values;
  if (first === undefined) throw new Error('a question has at least one value');
  return first;
}
