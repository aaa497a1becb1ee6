import type { SkippableStep } from '../../config/planning/plan.ts';
import type { OrderProgress, OrderStep } from './messages.ts';

/** The decisions that the service names, with the updates that make them. The others have no update. */
const updates = {
  retry: 'retry',
  issue: 'ignoreWarnings',
  release: 'release',
  skip: 'skip',
  byhand: 'byHand',
  automatic: 'automatic',
  carrier: 'changeCarrier',
  hold: 'hold',
  replan: 'replan',
  void: 'cancel',
} as const;
export type DecisionName = (typeof updates)[keyof typeof updates];

/**
 * Returns the updates that make the decisions which the service accepts now.
 * @param decisions as the service named them last
 */
export function updatesOf(decisions: readonly string[], progress: OrderProgress): DecisionName[] {
  const named = Object.entries(updates).flatMap(([decision, update]) => (decisions.includes(decision) ? update : []));
  return named.filter((update) => objectionTo(update, progress, progress.step ?? undefined) === null);
}

/** Returns why a decision cannot be taken now, in one sentence; null where it can. The validators of the updates use it. */
export function objectionTo(name: DecisionName, progress: OrderProgress, step?: OrderStep): string | null {
  if (progress.step === null) return 'The order has ended.';
  const isDraft = progress.step === 'issue';
  if (name === 'cancel' || name === 'hold') return null;
  if (name === 'release') return progress.held ? null : `The order is not on hold: it is ${progress.state}.`;
  if (name === 'retry') {
    if (isDraft || progress.state === 'attention') return null;
    return `The order is not in attention: it is ${progress.state}.`;
  }
  if (name === 'ignoreWarnings') return isDraft ? null : 'The order is issued already.';
  if (isDraft)
    return 'The order is not issued yet. Updates of a waiting draft are retry, ignoreWarnings, hold, release and cancel.';
  return name === 'changeCarrier' || name === 'replan' ? null : objectionToStep(name, progress, step);
}

/** The steps that a decision may skip: workflows import no values of the planning. */
const skippable = { pack: true, ship: true } as const satisfies Record<SkippableStep, true>;

const stepPurposes = { skip: 'to skip', byHand: 'to set by hand', automatic: 'to set automatic' } as const;

function objectionToStep(
  name: keyof typeof stepPurposes,
  { steps }: OrderProgress,
  wanted: OrderStep | undefined,
): string | null {
  const step = steps.find(({ step }) => step === wanted);
  if (!step) return `There is no step ${wanted}; steps are ${steps.map(({ step }) => step).join(', ')}.`;
  if (step.done) return `The order's ${step.step} is already done.`;
  if (!step.required) return `The order has no ${step.step} step ${stepPurposes[name]}.`;
  if (name !== 'skip' || step.step in skippable) return null;
  return `The ${step.step} step can't be skipped: only ${Object.keys(skippable).join(' and ')} can.`;
}
