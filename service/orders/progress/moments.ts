import type { Plan, Step } from '../../../planning/plan.ts';
import { task } from '../../platform/states/kinds.ts';

/** The moments at which the driver of an order reports its step, so that deferred rules and deadlines are evaluated. */
export interface Moments {
  /** True if rules with `before:` are to be evaluated when the order reaches the step. */
  readonly again: boolean;
  /** Seconds of waiting at the step, the shortest first: for rules with `after:`, and for the deadline of a step by hand. */
  readonly waits: number[];
}

/** Returns the moments of one step of a plan. */
export function momentsOf(
  { steps, later = [] }: Pick<Plan, 'steps'> & Partial<Pick<Plan, 'later'>>,
  step: Step,
): Moments {
  const deadline = steps.find((planned) => planned.step === step)?.deadline ?? null;
  const waited = later.flatMap(({ again: own }) => (own.step === step && own.waited !== null ? [own.waited] : []));
  return {
    again: later.some(({ again: own }) => own.waited === null && task[own.step] <= task[step]),
    waits: [...new Set(deadline === null ? waited : [...waited, deadline])].sort((a, b) => a - b),
  };
}
