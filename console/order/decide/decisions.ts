import type { Progress, Shown, StepName } from '../order.ts';

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
  const open = openSteps(progress);
  if (decision === 'skip') return open.filter(({ step }) => step === 'pack' || step === 'ship');
  if (decision === 'byhand') return open.filter(({ by }) => by === 'automatic');
  return decision === 'automatic' ? open.filter(({ by }) => by === 'hand') : [];
}

/** Returns whether the state of the order allows a decision. The service has the last word: its refusal says why. */
export function isPossible(decision: Decision, { order, progress }: Shown): boolean {
  const { status, held, state } = progress;
  const isOpen = status === 'Issued' || status === 'In Progress';
  switch (decision) {
    case 'hold':
      return isOpen || status === 'Draft';
    case 'release':
      return held;
    case 'retry':
      return state === 'attention';
    case 'skip':
    case 'byhand':
    case 'automatic':
      return isOpen && stepsOfDecision(decision, progress).length > 0;
    case 'carrier':
    case 'replan':
    case 'closeshort':
      return isOpen;
    case 'unissue':
      return status === 'Issued' || order.issue_requested_at !== null;
    case 'void':
      return isOpen || status === 'Draft';
  }
}
