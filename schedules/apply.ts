import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import type { Schedule } from '../config/schedules.ts';
import { scheduleId } from '../workflows/contract/scheduled-run.ts';
import { definitionOf } from './definition.ts';
import { type Change, differences } from './difference.ts';
import { described, ownSchedules } from './owned.ts';

/**
 * Returns the changes of `apply` in the order of the file; removed schedules come last.
 * @throws ScheduleError if a name of the file belongs to a schedule that Conveyor did not create
 */
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
    const schedule = byName.get(name);
    if (!schedule) await remove(temporal, name);
    else if (kind === 'added') await create(temporal, schedule);
    else await update(temporal, schedule);
  }
}

/** Removes a schedule. It may be gone already, because another process has removed it. */
async function remove(temporal: Client, name: string): Promise<void> {
  try {
    await temporal.schedule.getHandle(scheduleId(name)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Creates a schedule. If another process has created it first, it is updated to match the file. */
async function create(temporal: Client, schedule: Schedule): Promise<void> {
  try {
    await temporal.schedule.create(definitionOf(schedule));
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await described(temporal, schedule.name);
    await update(temporal, schedule);
  }
}

/** An update replaces the whole schedule. The pause and the note that a person set are kept. */
async function update(temporal: Client, schedule: Schedule): Promise<void> {
  await temporal.schedule.getHandle(scheduleId(schedule.name)).update(({ state }) => {
    const { scheduleId: _, memo: __, ...definition } = definitionOf(schedule);
    const paused = schedule.paused ?? state.paused;
    const note = paused && state.paused ? (state.note ?? '') : (definition.state?.note ?? '');
    return { ...definition, state: { paused, note } };
  });
}
