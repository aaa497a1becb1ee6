import type { Client } from '@temporalio/client';
import { inputOf } from './difference.ts';
import { ownSchedule } from './owned.ts';

/** Nothing is started until it is resumed; what is under way goes on. */
export async function pause(temporal: Client, name: string, why: string): Promise<void> {
  const { handle } = await ownSchedule(temporal, name);
  await handle.pause(why);
}

/** What was due meanwhile is not made up for. Its note is that of the file again, which pausing had taken the place of. */
export async function resume(temporal: Client, name: string): Promise<void> {
  const { handle, description } = await ownSchedule(temporal, name);
  // An empty text would become one of the SDK's own.
  await handle.unpause(inputOf(description)?.note ?? ' ');
}
