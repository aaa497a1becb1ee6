import type { ScheduleDescription, ScheduleHandle } from '@temporalio/client';
import { inputOf } from './difference.ts';

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
  /** Null if the last change was made in Temporal, or if there was no change. */
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

function noteOf(note: string, { userId, at }: Decision): string {
  return [note, `(user ${userId}, ${at.toISOString()})`].filter((part) => part !== '').join(' ');
}

/** Pauses a schedule. A current run continues. */
export function pause(handle: ScheduleHandle, why: string, decision: Decision): Promise<void> {
  return handle.pause(noteOf(why, decision));
}

/** Resumes a schedule and restores the note of the file. Missed times are not run. */
export function resume(handle: ScheduleHandle, description: ScheduleDescription, decision: Decision): Promise<void> {
  return handle.unpause(noteOf(inputOf(description)?.note ?? '', decision));
}
