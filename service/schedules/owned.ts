import { type Client, type ScheduleDescription, type ScheduleHandle, ScheduleNotFoundError } from '@temporalio/client';
import type { Schedule } from '../../config/schedules.ts';
import { nearest } from '../../lib/expressions/nearest.ts';
import { scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { type Problem, problem } from '../platform/problems/problems.ts';
import { ownMemo } from './definition.ts';

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

/** Returns the description of a schedule; null if it does not exist, and `foreign` if Conveyor did not create it. */
export async function descriptionOrForeign(
  temporal: Client,
  name: string,
): Promise<ScheduleDescription | 'foreign' | null> {
  try {
    const description = await temporal.schedule.getHandle(scheduleId(name)).describe();
    return isOurs(description) ? description : 'foreign';
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/** Returns the description of a schedule; null if it does not exist. @throws schedule.foreign if Conveyor did not create it */
export async function described(temporal: Client, name: string): Promise<ScheduleDescription | null> {
  const description = await descriptionOrForeign(temporal, name);
  if (description !== 'foreign') return description;
  const detail = `Temporal has a schedule ${scheduleId(name)} that Conveyor did not create. Choose another name in the file.`;
  throw problem('schedule.foreign', detail, { schedule: name });
}

/** Returns all our schedules by name. `names` adds schedules that Temporal may not list yet. @throws schedule.foreign */
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
 * @param file the schedules of the operators' file
 * @throws schedule.missing if only the file has it, record.unknown if it does not exist, schedule.foreign
 */
export async function ownSchedule(
  { temporal, file }: { readonly temporal: Client; readonly file: readonly Schedule[] },
  name: string,
): Promise<{ handle: ScheduleHandle; description: ScheduleDescription }> {
  const description = await described(temporal, name);
  if (description) return { handle: temporal.schedule.getHandle(scheduleId(name)), description };
  if (!file.some((schedule) => schedule.name === name)) throw await unknownSchedule(temporal, name);
  const detail = `Temporal does not have the schedule ${name} of the operators' file yet. To create it: POST /schedule/apply.`;
  throw problem('schedule.missing', detail, { schedule: name });
}

/** Returns record.unknown with similar names. */
export async function unknownSchedule(temporal: Client, name: string): Promise<Problem> {
  const names = await listedNames(temporal);
  const [best] = nearest(name, names);
  const hint = best
    ? `Did you mean ${best}?`
    : names.length > 0
      ? `The schedules are ${names.join(', ')}.`
      : 'There are no schedules.';
  return problem('record.unknown', `Temporal has no schedule ${name}. ${hint}`);
}
