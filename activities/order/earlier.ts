import type { Step } from '../../config/planning/plan.ts';
import { withFewTimeOuts } from '../shared/failure.ts';
import type { CallResult } from './activities.ts';
import type { StepCalls } from './do-steps.ts';

/** The steps of a run, in the workflows that have an activity for each of them. */
export interface EarlierRun {
  steps: Step[];
}

/** The result of one of these activities. */
export interface EarlierResult extends CallResult {
  /** False for a step that the service did not get to. */
  reached?: false;
  /** The steps that an ordinary activity of version 0.2.0 has done. */
  together?: Step[];
}

/**
 * Returns the activities of orders that version 0.2.0 has started: one for each step. The activity of the first step of a run does it.
 * The others report that it did not get to them, so that the workflow begins the next run with them.
 */
export function createEarlierSteps(calls: StepCalls) {
  const activity = (step: Step) =>
    withFewTimeOuts(async (orderId: number, lines: number, run?: EarlierRun): Promise<EarlierResult> => {
      if (run && run.steps[0] !== step) return { background: null, reached: false };
      const { background = null } = await calls.perform(orderId, lines, [step]);
      return { background };
    });
  return { pick: activity('pick'), pack: activity('pack'), ship: activity('ship'), pickup: activity('pickup') };
}
