import { wrap } from '../output/table.ts';
import { type NextCall, nextText, type OrderName } from './next-commands.ts';

/** Greatest width in characters of a command that has its reason beside it. */
const widestBeside = 44;
/** Least width in characters of the reasons beside the commands. */
const narrowestReason = 24;
const gap = 2;

/**
 * Returns the next steps as lines: each command, and its reason beside it or, for a long command, below it. A command is never cut
 * or wrapped, so that a person can copy it.
 * @param columns the width of the lines in characters
 * @returns lines that end with a newline; an empty text for no calls
 */
export function nextLines(calls: readonly NextCall[], orderName: OrderName, columns: number): string {
  const rows = calls.map((call) => ({ text: nextText(call, orderName), why: call.why }));
  const short = rows.map(({ text }) => text.length).filter((length) => length <= widestBeside);
  const beside = Math.max(0, ...short);
  const fits = columns - beside - gap >= narrowestReason;
  const lines = rows.flatMap(({ text, why }) => {
    const isBeside = fits && text.length <= beside;
    const indent = isBeside ? beside + gap : 2 * gap;
    const [first = '', ...more] = wrap(why, Math.max(narrowestReason, columns - indent)).map(
      (line) => ' '.repeat(indent) + line,
    );
    return isBeside ? [text.padEnd(indent) + first.trimStart(), ...more] : [text, first, ...more];
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
