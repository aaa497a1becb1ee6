import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { displayed } from './terminal.ts';

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks a question in the terminal. Only `y` or `yes` agrees; an empty line, Ctrl-C and the end of the input do not. */
export async function agrees(
  question: string,
  { input, output }: Streams = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  const lines = createInterface({ input, output, terminal: true });
  const closed = once(lines, 'close').then(() => null);
  const answer = await Promise.race([lines.question(displayed(`${question} [y/N] `)).catch(() => null), closed]);
  if (answer === null) output.write('\n');
  lines.close();
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}
