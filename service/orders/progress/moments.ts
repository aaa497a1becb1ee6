import type { Plan, Step } from '../../../config/planning/plan.ts';
import { task } from '../../platform/states/kinds.ts';

/** The moments when the driver of an order reports its step, so that deferred rules and deadlines are evaluated. */
export interface Moments {
  /** True if rules with `before:`, or the earliest moment of the step, are to be evaluated when the order reaches the step. */
  readonly again: boolean;
  /** Seconds of waiting at the step, the shortest first: for rules with `after:`, and for the deadline of a step by hand. */
  readonly waits: number[];
  /** The engine does not begin the step before this moment, in ISO 8601; null for none, and until the order has reached the step. */
  readonly not_before: string | null;
}

/** Returns the moments of one step of a plan. */
export function momentsOf(
  { steps, later = [] }: Pick<Plan, 'steps'> & Partial<Pick<Plan, 'later'>>,
  step: Step,
): Moments {
  const { deadline = null, not_before, not_before_at = null } = steps.find((planned) => planned.step === step) ?? {};
  const waited = later.flatMap(({ again: own }) => (own.step === step && own.waited !== null ? [own.waited] : []));
  return {
    again:
      (not_before !== undefined && not_before_at === null) ||
      later.some(({ again: own }) => own.waited === null && task[own.step] <= task[step]),
    waits: [...new Set(deadline === null ? waited : [...waited, deadline])].sort((a, b) => a - b),
    not_before: not_before === undefined ? null : not_before_at,
  };
}
