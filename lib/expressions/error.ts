/** Number of characters on each side of the caret. */
const margin = 50;

export interface ExpressionFault {
  /** The fault as a sentence without full stop. */
  readonly message: string;
  /** The whole expression. */
  readonly text: string;
  /** Position in the expression, in UTF-16 units. */
  readonly at: number;
  /** The expected text. */
  readonly expected: string;
  /** The nearest known names, best first. */
  readonly nearest?: readonly string[];
}

/** The only error of an expression: the fault, its position, the expected text, and the nearest names. */
export class ExpressionError extends Error {
  /** Characters from the start of the text, from 0. */
  readonly position: number;
  readonly expected: string;
  readonly nearest: readonly string[];
  /** Three lines: the sentence, the text, and a caret under the position. */
  readonly detail: string;

  constructor({ message, text, at, expected, nearest = [] }: ExpressionFault) {
    const suggestion = nearest.length > 0 ? `; nearest: ${nearest.join(', ')}` : '';
    super(onOneLine(`${message}: expected ${expected}${suggestion}`));
    this.name = 'ExpressionError';
    this.position = [...text.slice(0, at)].length;
    this.expected = expected;
    this.nearest = nearest;
    this.detail = `${this.message}\n${excerpt(text, at)}`;
  }
}

/** Returns a name in a length for messages. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Returns the text around a position on one line, and a caret on the next. */
function excerpt(text: string, at: number): string {
  // A character has at most two UTF-16 units.
  const before = [...text.slice(Math.max(0, at - 2 * margin), at)];
  const after = [...text.slice(at, at + 2 * margin)];
  const left = before.length > margin ? ['…', ...before.slice(-margin)] : before;
  const right = after.length > margin ? [...after.slice(0, margin), '…'] : after;
  return `${onOneLine([...left, ...right].join(''))}\n${' '.repeat(left.length)}^`;
}

/** Replaces line breaks and tabs, which would move the caret. */
function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]/gu, ' ');
}
