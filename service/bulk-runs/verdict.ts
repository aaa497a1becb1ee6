import type { Warning } from '../orders/lifecycle/operations.ts';
import type { Problem } from '../platform/problems/problems.ts';
import type { BulkOutcome } from './states.ts';

/** What became of an order of a run. */
export interface Verdict {
  /** Null where the engine is still to bring it about. */
  readonly outcome: BulkOutcome | null;
  /** The code of a problem, or one of our own words; null where there is nothing to say. */
  readonly code: string | null;
  readonly reason: string | null;
  readonly warnings?: readonly Warning[];
  readonly pickId?: number;
  readonly autoworkId?: number;
}

export const done: Verdict = { outcome: 'done', code: null, reason: null };
/** The order comes to what its autowork comes to. */
export const asked = (autoworkId: number): Verdict => ({ outcome: null, code: null, reason: null, autoworkId });
export const canceled: Verdict = { outcome: 'skipped', code: 'canceled', reason: 'The run was canceled before.' };
export const nothingToDo = (why: string): Verdict => ({ outcome: 'skipped', code: 'nothing-to-do', reason: why });

/** What was refused is what the order came to: with warnings that nobody passed over it is not issued, everything else failed. */
export function refused(problem: Problem): Verdict {
  const warnings = warningsOf(problem);
  return warnings
    ? { outcome: 'warned', code: problem.code, reason: inWords(warnings), warnings }
    : { outcome: 'failed', code: problem.code, reason: problem.message };
}

/** Issued all the same: what should have been looked at stays with it. */
export const inSpiteOf = (warnings: readonly Warning[]): Verdict => ({
  ...done,
  code: 'order.warnings',
  reason: inWords(warnings),
  warnings,
});

/** The warnings that a problem is about; null where it is about something else. */
export function warningsOf(problem: Problem): readonly Warning[] | null {
  return problem.code === 'order.warnings' ? (problem.members.warnings as Warning[]) : null;
}

const inWords = (warnings: readonly Warning[]): string => warnings.map(({ message }) => message).join(' ');
