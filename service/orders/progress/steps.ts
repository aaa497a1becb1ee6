import type { By, Step } from '../../../planning/plan.ts';
import type { ProgressFacts } from './facts.ts';
import { type Moments, momentsOf } from './moments.ts';
import { whyOf } from './why.ts';

/** A planned step and its progress. */
export interface StepProgress extends Moments {
  step: Step;
  required: boolean;
  by: By;
  done: boolean;
  /** The reasons of the plan that decided. */
  why: string;
  /** Units that are not done, and units that can be done now. */
  open: number;
  ready: number;
}

/** Returns the progress of each step of the plan; none before the issue. */
export function stepsOf({ plan, work, status }: ProgressFacts): StepProgress[] {
  if (plan === null) return [];
  return plan.steps.map((planned) => {
    const { step, required, by } = planned;
    const own = work.find((row) => row.step === step);
    // Every order ends with a pickup, even an order of services.
    const done = own ? own.done : step !== 'pickup' || status === 'Fulfilled';
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
