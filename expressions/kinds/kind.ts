import type { Comparator, Literal } from '../ast.ts';

/** What a field of some type can be asked. Each type has one file, with its SQL beside its test, so that they stay equal. */
export interface Kind {
  /** "a decimal number": for messages. */
  readonly is: string;
  /** "a number such as 12 or 12.50": for messages. */
  readonly takes: string;
  readonly operators: ReadonlySet<Comparator>;
  /**
   * The question that an operator and a value ask; for `in` several values.
   * @param misfit called with a value that the type cannot read
   */
  question(operator: QuestionOperator, literals: readonly Literal[], misfit: (literal: Literal) => never): Question;
}

/** `!=` is not among them: it is the opposite of `=`, and nobody but `check` has to know. */
export type QuestionOperator = Exclude<Comparator, '!='> | 'in';

/** A question to one value. Null never answers it with yes. */
export interface Question {
  /** True for yes; false or NULL for no. */
  sql(value: string, parameters: Parameters): string;
  /** @param now milliseconds since 1970 */
  holds(actual: unknown, now: number): boolean;
  /** What it asks for, as JSON, to be shown. */
  expected(now: number): unknown;
}

/** Where the values of a statement go. */
export interface Parameters {
  /** Takes a value and gives its placeholder, such as `$3`. */
  add(value: unknown): string;
  readonly now: number;
}

export const everyOperator: ReadonlySet<Comparator> = new Set(['=', '!=', '<', '<=', '>', '>=', '%']);
export const ordering: ReadonlySet<Comparator> = new Set(['=', '!=', '<', '<=', '>', '>=']);
export const equality: ReadonlySet<Comparator> = new Set(['=', '!=']);

export type OrderOperator = '=' | '<' | '<=' | '>' | '>=';

/** Answers an operator from an order: `compare` gives below 0, 0, above 0, or NaN where nothing holds. */
export function byOrder<Actual>(
  operator: OrderOperator,
  compare: (actual: Actual, now: number) => number,
): (actual: Actual, now: number) => boolean {
  switch (operator) {
    case '=':
      return (actual, now) => compare(actual, now) === 0;
    case '<':
      return (actual, now) => compare(actual, now) < 0;
    case '<=':
      return (actual, now) => compare(actual, now) <= 0;
    case '>':
      return (actual, now) => compare(actual, now) > 0;
    case '>=':
      return (actual, now) => compare(actual, now) >= 0;
  }
}

/** Quoted text as it stands: where no wildcards are meant, a `%` is a per cent sign. */
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

/** All values read by the type, or the misfit. */
export function readEach<Value>(
  literals: readonly Literal[],
  read: (literal: Literal) => Value | null,
  misfit: (literal: Literal) => never,
): Value[] {
  return literals.map((literal) => read(literal) ?? misfit(literal));
}

/** One value alone, several as the list they are. */
export function oneOrAll<Value>(operator: QuestionOperator, values: readonly Value[]): Value | readonly Value[] {
  return operator === 'in' ? values : values[0]!;
}
