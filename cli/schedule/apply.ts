import type { Client } from '@temporalio/client';
import type { Schedule } from '../../config/schedules.ts';
import { scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { many, painted, type Terminal } from '../output/terminal.ts';
import { definitionOf } from './definition.ts';
import { type Change, differences } from './difference.ts';
import { ownSchedules } from './owned.ts';

/** What `apply` would change now, in the order of the file; what is not in the file any more comes last. */
export async function changesOf(temporal: Client, wanted: readonly Schedule[]): Promise<Change[]> {
  const names = wanted.map(({ name }) => name);
  return differences(wanted, await ownSchedules(temporal, names));
}

/** Makes it so in Temporal, one schedule after the other. Runs under way are not touched. */
export async function applyChanges(
  temporal: Client,
  wanted: readonly Schedule[],
  changes: readonly Change[],
): Promise<void> {
  const byName = new Map(wanted.map((schedule) => [schedule.name, schedule]));
  for (const { kind, name } of changes) {
    const handle = temporal.schedule.getHandle(scheduleId(name));
    if (kind === 'removed') await handle.delete();
    else if (kind === 'added') await temporal.schedule.create(definitionOf(byName.get(name)!));
    else {
      const schedule = byName.get(name)!;
      // An update replaces everything, and so what a person left to the commands is said again.
      await handle.update(({ state }) => {
        const { scheduleId: _, memo: __, ...definition } = definitionOf(schedule);
        const paused = schedule.paused ?? state.paused;
        const note = paused && state.paused ? (state.note ?? '') : (definition.state?.note ?? '');
        return { ...definition, state: { paused, note } };
      });
    }
  }
}

const signs = { added: '+', changed: '~', removed: '-' } as const;
const colors = { added: 'green', changed: 'yellow', removed: 'red' } as const;

/**
 * The difference as people read it.
 * @param matched orders that the selection of a schedule finds now, by its name
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
      ? change.fields.map(({ field, from, to }) => [field, `${from} → ${to}`])
      : change.fields.map(({ field, value }) => [field, value]);
  const width = Math.max(...rows.map(([field]) => field!.length));
  const now = matched === undefined ? [] : [`    ${many(matched, 'order')} would be taken now`];
  const lines = rows.map(([field, text]) => `    ${field!.padEnd(width)}  ${text}`);
  return [painted(terminal, colors[change.kind], title), ...lines, ...now, ''].join('\n');
}
