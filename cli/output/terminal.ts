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

/** Greatest width of a line in characters, for readability. */
const widest = 120;
/** Width if the output is no terminal. */
const defaultWidth = 100;

/** Describes an output stream. @param write replaces the function of the stream */
export function terminalOf(stream: NodeJS.WriteStream, write?: (text: string) => void): Terminal {
  const live = stream.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI;
  return {
    write: write ?? ((text) => void stream.write(text)),
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
  return `\u001b[${on}m${text}\u001b[${off}m`;
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
