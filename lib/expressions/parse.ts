import type { ClockTime, Comparator, Condition, Expression, Literal, Path, Segment, Shift, Subject } from './ast.ts';
import { clockFunctions, comparators, lastSegment, units } from './ast.ts';
import { ExpressionError, shortened } from './error.ts';
import { instant } from './instant.ts';
import { Lexer } from './lexer.ts';
import { limits } from './limits.ts';
import { nearest } from './nearest.ts';
import { otherWords, type Sign, shown, type Token } from './token.ts';

/**
 * Parses an expression. The docs are in docs/expressions.md. 4 KiB of any text take less than 5 ms.
 * @throws ExpressionError, and no other error, for any text
 */
export function parse(text: string): Expression {
  // A string has at least as many bytes as UTF-16 units, so that a long one is not encoded.
  if (text.length > limits.bytes || new TextEncoder().encode(text).length > limits.bytes) {
    const at = Math.min(text.length, limits.bytes);
    throw new ExpressionError({ text, at, message: 'The expression is too long', expected: '4 KiB at most' });
  }
  return new Parser(text).expression();
}

const values = 'a value: a text in double quotes, a number, a date, true, false or now';
const functions = ['count', 'sum', ...clockFunctions] as const;
const known = [...functions, 'open'] as const;
const operators = '=, !=, <, <=, >, >=, %, IN, IS NULL or IS NOT NULL';

/** Recursive descent with one token of lookahead and one method for each rule of the grammar. */
class Parser {
  readonly #text: string;
  readonly #lexer: Lexer;
  #ahead: Token | null = null;
  #depth = 0;
  #conditions = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lexer = new Lexer(text);
  }

  expression(): Expression {
    const condition = this.#or();
    if (this.#peek().kind !== 'end') throw this.#joined('&&, || or the end');
    return freeze({ text: this.#text, condition });
  }

  #or(): Condition {
    return this.#chain('or', '||', () => this.#and());
  }

  #and(): Condition {
    return this.#chain('and', '&&', () => this.#term());
  }

  #chain(kind: 'and' | 'or', sign: Sign, operand: () => Condition): Condition {
    const at = this.#peek().at;
    const first = operand();
    const conditions = [first];
    while (this.#skip(sign)) conditions.push(operand());
    if (conditions.length === 1) return first;
    // (a && b) && c becomes one node like a && b && c, so that equal meanings have equal trees.
    const flat = conditions.flatMap((condition) => (condition.kind === kind ? condition.conditions : [condition]));
    return freeze({ kind, conditions: Object.freeze(flat), at });
  }

  #term(): Condition {
    const token = this.#peek();
    if (this.#skip('(')) return this.#nested(token, ')');
    if (isWord(token, 'NOT')) {
      this.#take();
      const opening = this.#peek();
      if (!this.#skip('(')) throw this.#unexpected(opening, 'a parenthesis after NOT');
      return freeze({ kind: 'not', condition: this.#nested(opening, ')'), at: token.at });
    }
    return this.#question();
  }

  /** Parses a condition in brackets after the opening bracket. */
  #nested(opening: Token, closing: ')' | ']'): Condition {
    this.#depth += 1;
    if (this.#depth > limits.depth) {
      throw this.#fault(opening.at, 'The expression is nested too deep', `${limits.depth} levels at most`);
    }
    const condition = this.#or();
    if (!this.#skip(closing)) throw this.#joined(`&&, || or ${closing}`);
    this.#depth -= 1;
    return condition;
  }

  #question(): Condition {
    const { at } = this.#peek();
    this.#conditions += 1;
    if (this.#conditions > limits.conditions) {
      throw this.#fault(at, 'The expression has too many conditions', `${limits.conditions} at most`);
    }
    const subject = this.#subject();
    if (this.#isOpenCall(subject)) return this.#open(at);
    const token = this.#peek();
    const operatorAt = token.at;
    const operator = comparators.find((candidate) => token.kind === 'sign' && token.text === candidate);
    if (operator) {
      this.#take();
      return freeze({ kind: 'comparison', subject, operator, literal: this.#literal(operator), operatorAt, at });
    }
    if (this.#word('IS')) {
      const negated = this.#word('NOT');
      if (!this.#word('NULL')) throw this.#unexpected(this.#peek(), negated ? 'NULL' : 'NULL or NOT NULL');
      return freeze({ kind: 'null', subject, negated, operatorAt, at });
    }
    if (this.#word('IN')) return freeze({ kind: 'in', subject, literals: this.#list(), operatorAt, at });
    if (this.#word('NOT')) {
      if (!this.#word('IN')) throw this.#unexpected(this.#peek(), 'IN');
      const condition: Condition = freeze({ kind: 'in', subject, literals: this.#list(), operatorAt, at });
      return freeze({ kind: 'not', condition, at });
    }
    if (subject.kind === 'path' && lastSegment(subject).filter) return freeze({ kind: 'some', path: subject, at });
    if (subject.kind === 'path' && subject.segments.length === 1 && token.kind === 'sign' && token.text === '(') {
      const { name } = lastSegment(subject);
      throw this.#fault(at, `There is no function ${shortened(name)}`, known.join(', '), nearest(name, known));
    }
    throw this.#unexpected(token, operators);
  }

  #subject(): Subject {
    const token = this.#peek();
    const kind = functions.find((name) => isWord(token, name.toUpperCase()));
    const path = this.#path();
    // A field may have the name count. Only a parenthesis after it makes it the function.
    const alone = path.segments.length === 1 && !lastSegment(path).filter;
    if (!kind || !alone || !this.#skip('(')) return path;
    const argument =
      kind === 'count' || kind === 'sum' ? { kind, path: this.#path() } : { kind, time: this.#clockTime() };
    if (!this.#skip(')')) throw this.#unexpected(this.#peek(), ')');
    return freeze({ ...argument, at: token.at });
  }

  /** Returns true for the name `open` before a parenthesis. A field may have that name, too. */
  #isOpenCall(subject: Subject): boolean {
    if (subject.kind !== 'path' || subject.segments.length !== 1) return false;
    const { name, filter } = lastSegment(subject);
    return filter === null && name.toUpperCase() === 'OPEN' && this.#skip('(');
  }

  /** Parses `now, "Warehouse")`. The name of a calendar needs quotes only if it is no plain name. */
  #open(at: number): Condition {
    const time = this.#clockTime();
    if (!this.#skip(',')) throw this.#unexpected(this.#peek(), 'a comma and the name of a calendar');
    const token = this.#take();
    const calendar = token.kind === 'text' ? token.parts.join('%') : token.kind === 'name' ? token.text : null;
    if (calendar === null) throw this.#unexpected(token, 'the name of a calendar');
    if (!this.#skip(')')) throw this.#unexpected(this.#peek(), ')');
    return freeze({ kind: 'open', time, calendar, calendarAt: token.at, at });
  }

  #clockTime(): ClockTime {
    const token = this.#lexer.next(true);
    if (token.kind === 'now') return freeze({ kind: 'now', shift: this.#shift(token), at: token.at });
    this.#ahead = token;
    return this.#path();
  }

  #path(): Path {
    const { at } = this.#peek();
    const segments: Segment[] = [];
    do segments.push(this.#segment(segments.length === 0));
    while (this.#skip('.'));
    return freeze({ kind: 'path', segments: Object.freeze(segments), at });
  }

  #segment(first: boolean): Segment {
    const token = this.#take();
    // Custom fields may have any name: custom."Best before".
    const quoted = token.kind === 'text' && !first ? token.parts.join('%') : null;
    const name = token.kind === 'name' ? token.text : quoted;
    if (name === null) throw this.#unexpected(token, first ? 'the name of a field' : 'a name');
    const opening = this.#peek();
    const filter = this.#skip('[') ? this.#nested(opening, ']') : null;
    return freeze({ name, filter, at: token.at });
  }

  #list(): readonly Literal[] {
    if (!this.#skip('(')) throw this.#unexpected(this.#peek(), 'a parenthesis after IN');
    const literals: Literal[] = [];
    do literals.push(this.#literal(null));
    while (this.#skip(','));
    if (!this.#skip(')')) throw this.#unexpected(this.#peek(), 'a comma or )');
    return Object.freeze(literals);
  }

  #literal(after: Comparator | null): Literal {
    const token = this.#lexer.next(true);
    const { at } = token;
    switch (token.kind) {
      case 'text':
        return freeze({ kind: 'text', parts: Object.freeze(token.parts), at });
      case 'number':
        return freeze({ kind: 'number', text: token.text, at });
      case 'time':
        if (instant(token.text) === null)
          throw this.#fault(at, `${token.text} is no date`, 'a date that exists, in ISO 8601');
        return freeze({ kind: 'time', text: token.text, at });
      case 'now':
        return freeze({ kind: 'now', shift: this.#shift(token), at });
      case 'name':
        return this.#wordValue(token);
      default:
        throw this.#noValue(token, after);
    }
  }

  #wordValue(token: Token): Literal {
    const { at } = token;
    if (isWord(token, 'TRUE')) return freeze({ kind: 'boolean', value: true, at });
    if (isWord(token, 'FALSE')) return freeze({ kind: 'boolean', value: false, at });
    if (isWord(token, 'NULL')) throw this.#fault(at, 'NULL is no value', 'IS NULL or IS NOT NULL');
    throw this.#fault(at, `${shown(token)} is no value`, `${values} (text needs its quotes)`);
  }

  /** Reports a sign in place of a value. Together with the operator before it may be an operator of another language. */
  #noValue(token: Token, operator: Comparator | null): ExpressionError {
    if (token.kind === 'sign' && operator && token.at === this.#endOfOperator) {
      const other = otherWords.get(operator + token.text);
      if (other) return this.#fault(token.at - operator.length, `${operator}${token.text} is no operator`, other);
    }
    return this.#unexpected(token, values);
  }

  #shift(token: { readonly text: string; readonly at: number }): Shift | null {
    const [, sign, digits, unit = ''] = /([+-])\s*(\d+)\s*(.*)$/.exec(token.text) ?? [];
    if (sign === undefined) return null;
    const known = (Object.keys(units) as (keyof typeof units)[]).find((each) => each === unit.toLowerCase());
    if (!known) throw this.#fault(token.at, `${token.text} is no time`, 'a unit m, h, d or w, as in now-48h');
    const amount = Number(digits);
    if (amount * units[known] > limits.days * units.d) {
      throw this.#fault(token.at, `${token.text} is too far`, `${limits.days}d at most`);
    }
    return freeze({ sign: sign as '+' | '-', amount, unit: known });
  }

  #endOfOperator = -1;

  #peek(): Token {
    this.#ahead ??= this.#lexer.next(false);
    return this.#ahead;
  }

  #take(): Token {
    const token = this.#peek();
    this.#ahead = null;
    this.#endOfOperator = token.end;
    return token;
  }

  #skip(sign: Sign): boolean {
    const token = this.#peek();
    const matches = token.kind === 'sign' && token.text === sign;
    if (matches) this.#take();
    return matches;
  }

  #word(word: string): boolean {
    const matches = isWord(this.#peek(), word);
    if (matches) this.#take();
    return matches;
  }

  /** Returns the fault for a complete condition that neither && nor || follows. */
  #joined(expected: string): ExpressionError {
    return this.#unexpected(this.#peek(), expected);
  }

  #unexpected(token: Token, expected: string): ExpressionError {
    const other = token.kind === 'name' ? otherWords.get(token.text.toUpperCase()) : undefined;
    return this.#fault(token.at, `${shown(token)} is not expected here`, other ?? expected);
  }

  #fault(at: number, message: string, expected: string, near: readonly string[] = []): ExpressionError {
    return new ExpressionError({ text: this.#text, at, message, expected, nearest: near });
  }
}

function isWord(token: Token, word: string): boolean {
  return token.kind === 'name' && token.text.toUpperCase() === word;
}

function freeze<Node extends object>(node: Node): Readonly<Node> {
  return Object.freeze(node);
}
