import type { Client } from '@temporalio/client';
import type { Schedule } from '../../config/schedules.ts';
import { scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { many, painted, type Terminal } from '../output/terminal.ts';
import { definitionOf } from './definition.ts';
import { type Change, differences } from './difference.ts';
import { ownSchedules } from './owned.ts';

/** Returns the changes of `apply` in the order of the file; removed schedules come last. */
export async function changesOf(temporal: Client, wanted: readonly Schedule[]): Promise<Change[]> {
  const names = wanted.map(({ name }) => name);
  return differences(wanted, await ownSchedules(temporal, names));
}

/** Applies the changes to Temporal, one schedule after the other. Current runs continue. */
export async function applyChanges(
  temporal: Client,
  wanted: readonly Schedule[],
  changes: readonly Change[],
): Promise<void> {
  const byName = new Map(wanted.map((schedule) => [schedule.name, schedule]));
  for (const { kind, name } of changes) {
    const handle = temporal.schedule.getHandle(scheduleId(name));
    const schedule = byName.get(name);
    if (!schedule) await handle.delete();
    else if (kind === 'added') await temporal.schedule.create(definitionOf(schedule));
    else {
      // An update replaces the whole schedule. The pause and the note that a person set are kept.
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
