/** Where a command writes text: the terminal, a file, a pipe. */
export interface Terminal {
  write(text: string): void;
  /** True where lines may be written over: somebody watches. */
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

/** Lines are as wide as the terminal, but no wider than is good to read. */
const widest = 120;
const elsewhere = 100;

/** @param write instead of the stream's own, where somebody else holds it */
export function terminalOf(stream: NodeJS.WriteStream, write?: (text: string) => void): Terminal {
  const live = stream.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI;
  return {
    write: write ?? ((text) => void stream.write(text)),
    live,
    get columns() {
      return Math.min(widest, stream.columns || elsewhere);
    },
    colors: live && !process.env.NO_COLOR,
  };
}

export function painted(terminal: Terminal, color: Color, text: string): string {
  if (!terminal.colors || text === '') return text;
  const [on, off] = codes[color];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Text cut to a width, with a sign that it was. */
export function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** `1 order`, `1,234 orders`. */
export function many(amount: number, thing: string): string {
  return `${count(amount)} ${thing}${amount === 1 ? '' : 's'}`;
}

/** `1234` as `1,234`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}
