import type { ProblemError } from '../../client/problem-error.ts';
import { wrap } from '../output/table.ts';
import { commandOf, type NextCall, type OrderName } from './next-commands.ts';
import { nextLines } from './next-lines.ts';

/**
 * Returns a refusal as text: its sentence, its warnings, and the commands that get further.
 * @param columns the width of the lines in characters
 */
export function problemText(
  { detail, warnings, members }: ProblemError,
  orderName: OrderName,
  columns: number,
): string {
  const next = Array.isArray(members.next) ? (members.next as NextCall[]) : [];
  const ignores = next.some((call) => commandOf(call, orderName)?.includes(' --ignore-warnings'));
  const listed = warnings.flatMap(({ message }) => {
    const [first, ...more] = wrap(message, columns - 4);
    return [`  - ${first}`, ...more.map((line) => `    ${line}`)];
  });
  const steps = nextLines(next, orderName, columns - 2).replaceAll(/^(?=.)/gm, '  ');
  return [
    ignores ? asOption(detail) : detail,
    ...listed,
    ...(steps === '' ? [] : [`What gets further:\n${steps.trimEnd()}`]),
  ].join('\n');
}

/** Returns a sentence with the option of the commands in place of the field of the interface. */
const asOption = (detail: string) =>
  detail
    .replaceAll('send ignore_warnings=1', 'add --ignore-warnings')
    .replaceAll('ignore_warnings=1', '--ignore-warnings');
