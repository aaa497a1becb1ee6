import { type Client, type ScheduleDescription, type ScheduleHandle, ScheduleNotFoundError } from '@temporalio/client';
import { nearest } from '../../expressions/nearest.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { ownMemo } from './definition.ts';

/** The schedules in Temporal that are ours: others in the namespace are left alone. */

type Marked = Pick<ScheduleDescription, 'scheduleId' | 'memo'>;

const beginning = scheduleId('');

function isOurs({ scheduleId, memo }: Marked): boolean {
  return scheduleId.startsWith(beginning) && memo?.conveyor === ownMemo.conveyor;
}

/** Names of those that Temporal lists. Its list may lag behind by a second or two. */
export async function listedNames(temporal: Client): Promise<string[]> {
  const names: string[] = [];
  for await (const each of temporal.schedule.list()) {
    if (isOurs(each)) names.push(each.scheduleId.slice(beginning.length));
  }
  return names.sort();
}

/**
 * What Temporal knows of a schedule; null where there is none.
 * @throws Failure where there is one of somebody else
 */
export async function described(temporal: Client, name: string): Promise<ScheduleDescription | null> {
  try {
    const found = await temporal.schedule.getHandle(scheduleId(name)).describe();
    if (isOurs(found)) return found;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
  throw new Failure(`Temporal has a schedule ${scheduleId(name)} that Conveyor did not make: it is left alone.`);
}

/** All of ours, and those of the names given, by name. */
export async function ownSchedules(
  temporal: Client,
  names: readonly string[] = [],
): Promise<Map<string, ScheduleDescription>> {
  const found = new Map<string, ScheduleDescription>();
  for (const name of new Set([...names, ...(await listedNames(temporal))])) {
    const description = await described(temporal, name);
    if (description) found.set(name, description);
  }
  return found;
}

/**
 * One of ours, with what it is now.
 * @throws Failure where there is none of that name
 */
export async function ownSchedule(
  temporal: Client,
  name: string,
): Promise<{ handle: ScheduleHandle; description: ScheduleDescription }> {
  const description = await described(temporal, name);
  if (description) return { handle: temporal.schedule.getHandle(scheduleId(name)), description };
  const names = await listedNames(temporal);
  const [best] = nearest(name, names);
  const hint = best ? `Did you mean ${best}?` : names.length > 0 ? `There are ${names.join(', ')}.` : 'There are none.';
  throw new Failure(`Temporal has no schedule ${name}. ${hint} "conveyor schedule apply" makes those of the file.`, 2);
}
