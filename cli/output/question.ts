import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks whoever sits at the terminal. Only a yes is one: an empty line, Ctrl-C and the end of the input are none. */
export async function agrees(
  question: string,
  { input, output }: Streams = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  const lines = createInterface({ input, output, terminal: true });
  const closed = once(lines, 'close').then(() => null);
  const answer = await Promise.race([lines.question(`${question} [y/N] `).catch(() => null), closed]);
  if (answer === null) output.write('\n');
  lines.close();
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}
