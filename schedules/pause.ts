import type { Client, ScheduleDescription } from '@temporalio/client';
import { inputOf } from './difference.ts';
import { ownSchedule } from './owned.ts';

/** The user of the service who paused a schedule or resumed it last, and when. */
export interface Decision {
  readonly userId: number;
  readonly at: Date;
}

/** The state of a schedule, as Temporal keeps it. */
export interface PauseState {
  readonly paused: boolean;
  /** The note without the decision; null without a note. */
  readonly note: string | null;
  /** Null if the last change was made in Temporal or at the command line, or if there was no change. */
  readonly decision: Decision | null;
}

/**
 * A decision at the end of a note. The note and the pause are one fact in Temporal: two people who decide at the same time cannot
 * leave the note of one beside the name of the other. It has the id of the user alone, because notes are never encoded.
 */
const decisionForm = /\s*\(user (\d{1,19}), (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\)$/;

/** Returns whether a schedule is paused, with the user and the reason. */
export function pauseStateOf({ state }: Pick<ScheduleDescription, 'state'>): PauseState {
  const text = state.note ?? '';
  const [, user, at] = decisionForm.exec(text) ?? [];
  return {
    paused: state.paused,
    note: text.replace(decisionForm, '').trim() || null,
    decision: user === undefined || at === undefined ? null : { userId: Number(user), at: new Date(at) },
  };
}

function noteOf(note: string, decision: Decision | null): string {
  const by = decision === null ? '' : `(user ${decision.userId}, ${decision.at.toISOString()})`;
  // The SDK replaces an empty note by its own text.
  return [note, by].filter((part) => part !== '').join(' ') || ' ';
}

/** Pauses a schedule. A current run continues. @param decision null at the command line, which knows no user */
export async function pause(
  temporal: Client,
  name: string,
  why: string,
  decision: Decision | null = null,
): Promise<void> {
  const { handle } = await ownSchedule(temporal, name);
  await handle.pause(noteOf(why, decision));
}

/** Resumes a schedule and restores the note of the file. Missed times are not run. */
export async function resume(temporal: Client, name: string, decision: Decision | null = null): Promise<void> {
  const { handle, description } = await ownSchedule(temporal, name);
  await handle.unpause(noteOf(inputOf(description)?.note ?? '', decision));
}
