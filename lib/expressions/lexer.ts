import { ExpressionError } from './error.ts';
import { type Bare, signs, type Token } from './token.ts';

const blank = 0x20;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;

const space = /\s*/y;
const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
/** A text that continues like a date, such as a month, is not a number: it is refused as a whole. */
const number = /-?\d+(?:\.\d+)?(?![\p{L}\p{N}_.]|-\d)/uy;
/**
 * Loose on purpose, so that a text like a date is reported as a wrong date. A blank before an offset is an unencoded plus sign of
 * an address.
 */
const time =
  /\d{4}-\d{1,2}-\d{1,2}(?:[Tt][\d:.]*(?:[Zz]|[+-][\d:]+| \d{2}:\d{2}(?!\d))?|[Zz]|[+-][\d:]+)?(?![\p{L}\p{N}_])/uy;
const now = /now(?![\p{L}\p{N}_])(?:\s*[+-]\s*\d+\s*\p{L}*)?/iuy;

/** Splits the text into tokens one at a time, so that the first fault in the text is reported. */
export class Lexer {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the next token. @param value true where a value is expected: only there `now` is a time and not a name */
  next(value: boolean): Token {
    // Most tokens follow without a space, and a pattern costs as much as a token.
    if (!(this.#text.charCodeAt(this.#at) > blank)) this.#match(space);
    const at = this.#at;
    if (at === this.#text.length) return { kind: 'end', at, end: at };
    if (this.#text[at] === '"') return this.#quoted(at);
    const kind = this.#unquoted(value);
    if (kind === null) throw this.#unreadable(at);
    return { kind, text: this.#text.slice(at, this.#at), at, end: this.#at };
  }

  /** Skips a token other than quoted text, and returns its kind. */
  #unquoted(value: boolean): 'name' | 'sign' | Bare | null {
    const first = this.#text.charCodeAt(this.#at);
    // Signs first, the longer ones before the shorter: they are the most frequent tokens.
    const pair = this.#text.slice(this.#at, this.#at + 2);
    const length = signs.has(pair) ? pair.length : signs.has(pair.charAt(0)) ? 1 : 0;
    if (length > 0) {
      this.#at += length;
      return 'sign';
    }
    if (first === minus || (first >= zero && first <= nine)) {
      return this.#match(time) ? 'time' : this.#match(number) ? 'number' : null;
    }
    if (value && this.#match(now)) return 'now';
    return this.#match(name) ? 'name' : null;
  }

  /** Skips the text that matches the pattern. Returns false if none matches. */
  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const matches = pattern.test(this.#text);
    if (matches) this.#at = pattern.lastIndex;
    return matches;
  }

  #quoted(at: number): Token {
    const parts: string[] = [];
    let part = '';
    let index = at + 1;
    for (;;) {
      const point = this.#text.codePointAt(index);
      if (point === undefined) throw this.#fault(at, 'The quotes are not closed', 'a double quote after the text');
      // PostgreSQL stores neither NUL nor half a surrogate pair, so that no stored text could be equal.
      if (point === 0 || (point >= 0xd800 && point <= 0xdfff)) {
        throw this.#fault(index, `${printable(point)} cannot be in a text`, 'any other character');
      }
      const character = String.fromCodePoint(point);
      index += character.length;
      if (character === '"') break;
      if (character === '%') {
        parts.push(part);
        part = '';
      } else if (character === '\\') {
        const escaped = this.#text[index] ?? '';
        if (!['"', '\\', '%'].includes(escaped)) {
          throw this.#fault(index - 1, 'The backslash escapes nothing', '\\", \\\\ or \\%');
        }
        part += escaped;
        index += 1;
      } else {
        part += character;
      }
    }
    parts.push(part);
    this.#at = index;
    return { kind: 'text', parts, at, end: index };
  }

  #unreadable(at: number): ExpressionError {
    const point = this.#text.codePointAt(at) ?? 0;
    const character = String.fromCodePoint(point);
    if (character === "'") return this.#fault(at, 'Single quotes have no meaning', 'a text in double quotes');
    if (character === '!') return this.#fault(at, '! has no meaning alone', '!= or NOT (…)');
    if (character === '&' || character === '|') {
      return this.#fault(at, `${character} has no meaning alone`, character.repeat(2));
    }
    if (/[\d-]/.test(character)) {
      return this.#fault(at, 'This is no number and no date', '12, -12.50, 2026-04-23, or a text in double quotes');
    }
    return this.#fault(at, `${printable(point)} has no meaning here`, 'a name, a value or an operator');
  }

  #fault(at: number, message: string, expected: string): ExpressionError {
    return new ExpressionError({ text: this.#text, at, message, expected });
  }
}

function printable(point: number): string {
  const character = String.fromCodePoint(point);
  return /[\p{C}\p{Z}]/u.test(character) ? `U+${point.toString(16).toUpperCase().padStart(4, '0')}` : character;
}
