import type { Client } from '@temporalio/client';
import { inputOf } from './difference.ts';
import { ownSchedule } from './owned.ts';

/** Pauses a schedule. A current run continues. */
export async function pause(temporal: Client, name: string, why: string): Promise<void> {
  const { handle } = await ownSchedule(temporal, name);
  await handle.pause(why);
}

/** Resumes a schedule and restores the note of the file. Missed times are not run. */
export async function resume(temporal: Client, name: string): Promise<void> {
  const { handle, description } = await ownSchedule(temporal, name);
  // The SDK replaces an empty note by its own text.
  await handle.unpause(inputOf(description)?.note ?? ' ');
}
