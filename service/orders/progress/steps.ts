import type { By, Step } from '../../../config/planning/plan.ts';
import type { ProgressFacts } from './facts.ts';
import { type Moments, momentsOf } from './moments.ts';
import { whyOf } from './why.ts';

/** A planned step and its progress. */
export interface StepProgress extends Moments {
  step: Step;
  required: boolean;
  by: By;
  /**
   * Nothing is left to do at the step. An order that is void or closed short: the step was done for the delivered
   * units.
   */
  done: boolean;
  /** The reasons of the plan that decided. */
  why: string;
  /** Units that are not done, and units that can be done now. */
  open: number;
  ready: number;
}

/** An order that ended so has no open units left. Only delivered units say that a step was done. */
const ended: ReadonlySet<string> = new Set(['Void', 'Closed Short']);

/** Returns the progress of each step of the plan; none before the issue. */
export function stepsOf({ plan, work, status }: ProgressFacts): StepProgress[] {
  if (plan === null) return [];
  // Every order ends with a pickup, even an order of services.
  const isFulfilled = status === 'Fulfilled';
  return plan.steps.map((planned) => {
    const { step, required, by } = planned;
    const own = work.find((row) => row.step === step);
    const done = ended.has(status) ? (own?.delivered ?? false) : own ? own.done : step !== 'pickup' || isFulfilled;
    return {
      step,
      required,
      by,
      done,
      why: whyOf(planned),
      open: own?.qty ?? 0,
      ready: own?.ready ?? 0,
      ...momentsOf(plan, step),
    };
  });
}
