import { randomInt } from 'node:crypto';

/** The output of a command: a terminal, a file or a pipe. */
export interface Terminal {
  write(text: string): void;
  /** Whether lines can be overwritten, as in a terminal. */
  readonly live: boolean;
  /** Characters in a line. */
  readonly columns: number;
  readonly colors: boolean;
}

type Color = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

const codes: Readonly<Record<Color, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
  cyan: [36, 39],
};

/** The sequence that moves to the start of a line and erases it. */
const erasure = '\r\u001b[K';

/**
 * Our own sequences. Until it is written, a text has one private character in place of each, so that nothing else in it can be
 * one. Data cannot name these characters, because they are others in each process.
 */
const sequences = [erasure, ...new Set(Object.values(codes).flatMap((pair) => pair.map((code) => `\u001b[${code}m`)))];
const firstMark = randomInt(0xf0000, 0xffffd - sequences.length);
const markOf = (sequence: string) => String.fromCodePoint(firstMark + sequences.indexOf(sequence));

/** Erases the present line when it is written to a terminal. */
export const eraseLine = markOf(erasure);

/** Control characters, and the characters that change the direction of a text. */
const controls = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns a text as it may be written to a terminal. Control characters in it, which names may contain, are shown
 * as `\u001b` and do nothing. JSON has the same notation, so JSON keeps its meaning.
 */
export function displayed(text: string): string {
  return text
    .replace(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[\u{f0000}-\u{ffffd}]/gu, (mark) => sequences[(mark.codePointAt(0) ?? 0) - firstMark] ?? mark);
}

/** Writes a message about the work to stderr. */
export function note(text: string): void {
  process.stderr.write(displayed(text));
}

/** Greatest width of a line in characters, for readability. */
const widest = 120;
/** Width if the output is no terminal. */
const defaultWidth = 100;

/** Describes an output stream. @param write replaces the function of the stream */
export function terminalOf(stream: NodeJS.WriteStream, write?: (text: string) => void): Terminal {
  const live = stream.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI;
  const out = write ?? ((text: string) => void stream.write(text));
  return {
    write: (text) => out(displayed(text)),
    live,
    get columns() {
      return Math.min(widest, stream.columns || defaultWidth);
    },
    colors: live && !process.env.NO_COLOR,
  };
}

/** Colors a text if the terminal supports it. */
export function painted(terminal: Terminal, color: Color, text: string): string {
  if (!terminal.colors || text === '') return text;
  const [on, off] = codes[color];
  return `${markOf(`\u001b[${on}m`)}${text}${markOf(`\u001b[${off}m`)}`;
}

/** Cuts a text to a width and marks the cut with an ellipsis. */
export function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Returns `1 order` or `1,234 orders`. */
export function many(amount: number, thing: string): string {
  return `${count(amount)} ${thing}${amount === 1 ? '' : 's'}`;
}

/** Formats `1234` as `1,234`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}
