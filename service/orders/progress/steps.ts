import type { By, Step } from '../../../planning/plan.ts';
import type { ProgressFacts } from './facts.ts';
import { type Moments, momentsOf } from './moments.ts';
import { whyOf } from './why.ts';

/** One planned step and how far it is. */
export interface StepProgress extends Moments {
  step: Step;
  required: boolean;
  by: By;
  done: boolean;
  /** What decided: the reasons of the plan that count. */
  why: string;
  /** Units still open, and units ready for this step now. */
  open: number;
  ready: number;
}

export function stepsOf({ plan, work, status }: ProgressFacts): StepProgress[] {
  return (plan?.steps ?? []).map((planned) => {
    const { step, required, by } = planned;
    const own = work.find((row) => row.step === step);
    // Every order ends with a pickup, even one of which nothing is carried.
    const done = own ? own.done : step !== 'pickup' || status === 'Fulfilled';
    return {
      step,
      required,
      by,
      done,
      why: whyOf(planned),
      open: own?.qty ?? 0,
      ready: own?.ready ?? 0,
      ...momentsOf(plan!, step),
    };
  });
}
