import type { SkippableStep } from '../../config/planning/plan.ts';
import { bookedBefore } from '../contract/booking-step.ts';
import { canceledAttention, type OrderInput } from '../contract/order.ts';
import type { OrderProgress, OrderStep } from './messages.ts';

/** The decisions of operators: each is an update of the workflow. */
const decisions = ['retry', 'ignoreWarnings', 'skip', 'byHand', 'automatic', 'changeCarrier', 'cancel'] as const;
export type DecisionName = (typeof decisions)[number];

/** Returns why a decision cannot be taken now, in one sentence; null where it can. The validators of the updates use it. */
export function objectionTo(name: DecisionName, progress: OrderProgress, step?: OrderStep): string | null {
  if (progress.step === null) return 'The order has ended.';
  const isDraft = progress.step === 'issue';
  if (name === 'cancel') return null;
  if (name === 'retry') {
    if (isDraft || progress.state === 'attention') return null;
    return `The order is not in attention: it is ${progress.state}.`;
  }
  if (name === 'ignoreWarnings') return isDraft ? null : 'The order is issued already.';
  if (isDraft) return 'The order is not issued yet. Updates of a waiting draft are retry, ignoreWarnings and cancel.';
  return name === 'changeCarrier' ? null : objectionToStep(name, progress, step);
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

/** Returns the decisions that lead an order out of its attention, for the details. They do not include one that changes nothing. */
export function waysOut(progress: OrderProgress, booking: Pick<OrderInput, 'carrier' | 'steps'>): DecisionName[] {
  const { attention, steps } = progress;
  if (!attention || attention.code === canceledAttention.code) return [];
  const by = steps.find(({ step }) => step === attention.step)?.by;
  return decisions.filter((name) => {
    if (objectionTo(name, progress, attention.step) !== null) return false;
    if (name === 'byHand') return by === 'automatic';
    if (name === 'automatic') return by === 'hand';
    return name !== 'changeCarrier' || !hasLabels(progress, booking);
  });
}

/** Whether the cartons have labels. The service changes no carrier then. */
function hasLabels({ attention, steps }: OrderProgress, booking: Pick<OrderInput, 'carrier' | 'steps'>): boolean {
  const bookedAt = booking.steps.find(({ step }) => bookedBefore(step, booking))?.step;
  if (!attention || bookedAt === undefined) return false;
  // The booking itself is refused before the step that it comes before.
  if (bookedAt === attention.step) return !attention.code.startsWith('carrier.');
  return steps.some(({ step, done }) => step === bookedAt && done);
}
