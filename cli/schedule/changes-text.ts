import type { Change } from '../../schedules/difference.ts';
import { many, painted, type Terminal } from '../output/terminal.ts';

const signs = { added: '+', changed: '~', removed: '-' } as const;
const colors = { added: 'green', changed: 'yellow', removed: 'red' } as const;

/**
 * Returns the changes as text.
 * @param matched number of orders of the selection of each schedule, by name
 */
export function changesText(
  changes: readonly Change[],
  matched: ReadonlyMap<string, number>,
  terminal: Terminal,
): string {
  return changes.map((change) => changeText(change, matched.get(change.name), terminal)).join('');
}

function changeText(change: Change, matched: number | undefined, terminal: Terminal): string {
  const title = `${signs[change.kind]} ${change.name}`;
  const rows =
    change.kind === 'changed'
      ? change.fields.map(({ field, from, to }) => [field, `${from} → ${to}`] as const)
      : change.fields.map(({ field, value }) => [field, value] as const);
  const width = Math.max(...rows.map(([field]) => field.length));
  const now = matched === undefined ? [] : [`    ${many(matched, 'order')} match now`];
  const lines = rows.map(([field, text]) => `    ${field.padEnd(width)}  ${text}`);
  return [painted(terminal, colors[change.kind], title), ...lines, ...now, ''].join('\n');
}
