import type { Plan, Step } from '../../../planning/plan.ts';
import { task } from '../../platform/states/kinds.ts';

/** When whoever drives an order has to say that it has come so far, so that rules and deadlines count. */
export interface Moments {
  /** When it comes to the step: rules with `before`. */
  readonly again: boolean;
  /** Seconds of waiting at it, the shortest first: rules with `after`, and the deadline of a step by hand. */
  readonly waits: number[];
}

/** Plans of before there were such rules name none. */
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
