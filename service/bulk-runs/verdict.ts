import type { BulkOutcome } from '../../records/states/bulk-run.ts';
import type { Warning } from '../orders/lifecycle/operations.ts';
import type { Problem } from '../platform/problems/problems.ts';

/** The outcome of an order in a run, with its reason. */
export interface Verdict {
  /** Null while an autowork decides it. */
  readonly outcome: BulkOutcome | null;
  /** The code of a problem, `nothing-to-do` or `canceled`; null without a reason. */
  readonly code: string | null;
  readonly reason: string | null;
  readonly warnings?: readonly Warning[];
  readonly pickId?: number;
  readonly autoworkId?: number;
}

export const done: Verdict = { outcome: 'done', code: null, reason: null };
/** The verdict of an order that is issued as soon as nothing stands in the way. */
export const waits: Verdict = {
  outcome: 'done',
  code: 'order.waits',
  reason: 'The order is issued as soon as nothing stands in the way.',
};
/** The verdict of an order whose autowork is requested. */
export const pendingAutowork = (autoworkId: number): Verdict => ({
  outcome: null,
  code: null,
  reason: null,
  autoworkId,
});
export const canceled: Verdict = { outcome: 'skipped', code: 'canceled', reason: 'The run was canceled before.' };
/** The verdict of an order that is already in the state that the action leads to. */
export const nothingToDo = (why: string): Verdict => ({ outcome: 'skipped', code: 'nothing-to-do', reason: why });

/** Returns the verdict of a refusal: `warned` for the warnings of an issue, and `failed` for every other problem. */
export function refused(problem: Problem): Verdict {
  const warnings = problemWarnings(problem);
  return warnings
    ? { outcome: 'warned', code: problem.code, reason: messagesOf(warnings), warnings }
    : { outcome: 'failed', code: problem.code, reason: problem.message };
}

/** Returns the verdict of an order that was issued despite its warnings. */
export const doneDespite = (warnings: readonly Warning[]): Verdict => ({
  ...done,
  code: 'order.warnings',
  reason: messagesOf(warnings),
  warnings,
});

/** Returns the warnings of a problem; null for every other problem. */
export function problemWarnings(problem: Problem): readonly Warning[] | null {
  return problem.code === 'order.warnings' ? (problem.members.warnings as Warning[]) : null;
}

const messagesOf = (warnings: readonly Warning[]): string => warnings.map(({ message }) => message).join(' ');
