import type { Progress, StepName } from '../order.ts';

/** The decisions of people about an order, the mild ones first. Each is the name of its call and of its permission. */
export const decisions = [
  'hold',
  'release',
  'retry',
  'skip',
  'byhand',
  'automatic',
  'carrier',
  'replan',
  'unissue',
  'closeshort',
  'void',
] as const;
export type Decision = (typeof decisions)[number];

/** Decisions that cannot be undone. */
export const grave: ReadonlySet<Decision> = new Set(['closeshort', 'void']);

type Step = Progress['steps'][number];
export type PlannedStep = Step & { readonly step: Exclude<StepName, 'issue'> };

/** Returns the steps that are required and not done. */
export const openSteps = ({ steps }: Progress): PlannedStep[] =>
  steps.filter((step): step is PlannedStep => step.step !== 'issue' && step.required && !step.done);

/** Returns the steps that a decision can change. */
export function stepsOfDecision(decision: Decision, progress: Progress): PlannedStep[] {
  const { steps = [] } = progress.decisions.find((possible) => possible.decision === decision) ?? {};
  return openSteps(progress).filter(({ step }) => steps.includes(step));
}

/** Returns whether the service accepts a decision now. Another reason of a hold is one, too. A service of 0.2.0 names none. */
export function isPossible(decision: Decision, { decisions = [], held }: Progress): boolean {
  return decisions.some((possible) => possible.decision === decision) || (decision === 'hold' && held);
}
