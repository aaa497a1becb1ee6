/** Characters of the text that are shown on each side of the caret. */
const margin = 50;

export interface ExpressionFault {
  /** What is wrong, as a sentence without its full stop. */
  readonly message: string;
  /** The whole expression. */
  readonly text: string;
  /** Where in it, in UTF-16 units as JavaScript counts. */
  readonly at: number;
  /** What would have been right here. */
  readonly expected: string;
  /** The nearest known names, best first. */
  readonly nearest?: readonly string[];
}

/** The only error that an expression can give: what is wrong, where, what was expected, and the nearest names. */
export class ExpressionError extends Error {
  /** Characters from the start of the text, from 0. */
  readonly position: number;
  readonly expected: string;
  readonly nearest: readonly string[];
  /** The sentence, the text, and a caret under the place: three lines. */
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

/** A name or word of the text, as a message quotes it. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The text around a place on one line, and a caret on the next. */
function excerpt(text: string, at: number): string {
  // Twice the margin in UTF-16 units holds the margin in characters.
  const before = [...text.slice(Math.max(0, at - 2 * margin), at)];
  const after = [...text.slice(at, at + 2 * margin)];
  const left = before.length > margin ? ['…', ...before.slice(-margin)] : before;
  const right = after.length > margin ? [...after.slice(0, margin), '…'] : after;
  return `${onOneLine([...left, ...right].join(''))}\n${' '.repeat(left.length)}^`;
}

/** A line break or tab would move the caret away from its place; a message may quote a part of the text as well. */
function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]/gu, ' ');
}
