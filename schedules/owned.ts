import { type Client, type ScheduleDescription, type ScheduleHandle, ScheduleNotFoundError } from '@temporalio/client';
import { nearest } from '../lib/expressions/nearest.ts';
import { scheduleId } from '../workflows/contract/scheduled-run.ts';
import { ownMemo } from './definition.ts';
import { ScheduleError } from './errors.ts';

// Functions for our own schedules. Other schedules of the namespace stay unchanged.

type ScheduleIdentity = Pick<ScheduleDescription, 'scheduleId' | 'memo'>;

const idPrefix = scheduleId('');

function isOurs({ scheduleId, memo }: ScheduleIdentity): boolean {
  return scheduleId.startsWith(idPrefix) && memo?.conveyor === ownMemo.conveyor;
}

/** Returns the names of our schedules. Temporal's list may be one or two seconds old. */
export async function listedNames(temporal: Client): Promise<string[]> {
  const names: string[] = [];
  for await (const each of temporal.schedule.list()) {
    if (isOurs(each)) names.push(each.scheduleId.slice(idPrefix.length));
  }
  return names.sort();
}

/**
 * Returns the description of a schedule; null if it does not exist.
 * @throws ScheduleError if Conveyor did not create the schedule
 */
export async function described(temporal: Client, name: string): Promise<ScheduleDescription | null> {
  try {
    const description = await temporal.schedule.getHandle(scheduleId(name)).describe();
    if (isOurs(description)) return description;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
  throw new ScheduleError(
    'foreign',
    name,
    `Temporal has a schedule ${scheduleId(name)} that Conveyor did not create. Choose another name in the file.`,
  );
}

/** Returns all our schedules by name. `names` adds schedules that Temporal may not list yet. */
export async function ownSchedules(
  temporal: Client,
  names: readonly string[] = [],
): Promise<Map<string, ScheduleDescription>> {
  const schedules = new Map<string, ScheduleDescription>();
  for (const name of new Set([...names, ...(await listedNames(temporal))])) {
    const description = await described(temporal, name);
    if (description) schedules.set(name, description);
  }
  return schedules;
}

/**
 * Returns one of our schedules.
 * @throws ScheduleError if there is no schedule with that name, or if Conveyor did not create it
 */
export async function ownSchedule(
  temporal: Client,
  name: string,
): Promise<{ handle: ScheduleHandle; description: ScheduleDescription }> {
  const description = await described(temporal, name);
  if (description) return { handle: temporal.schedule.getHandle(scheduleId(name)), description };
  const names = await listedNames(temporal);
  const [best] = nearest(name, names);
  const hint = best
    ? `Did you mean ${best}?`
    : names.length > 0
      ? `The schedules are ${names.join(', ')}.`
      : 'There are no schedules.';
  throw new ScheduleError('unknown', name, `Temporal has no schedule ${name}. ${hint}`);
}
