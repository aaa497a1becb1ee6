import { type SkippableStep, type Step, skippableSteps } from '../../../config/planning/plan.ts';
import { isAboutBooking } from '../../fulfilment/work/labels/booking-attention.ts';
import type { ProgressFacts } from './facts.ts';
import type { StepProgress } from './steps.ts';

/** The decisions of people about an order, the mild ones first. Each is the verb of its call: `POST /salesorder/{id}/{verb}`. */
export const decisionVerbs = [
  'issue',
  'retry',
  'release',
  'drive',
  'skip',
  'byhand',
  'automatic',
  'carrier',
  'hold',
  'replan',
  'unissue',
  'closeshort',
  'void',
] as const;

/** A decision that the service accepts now, and that changes something. */
export interface PossibleDecision {
  /** `address`: the change of the address, `PUT /salesorder/{id}`. The engine then calls the carrier. */
  decision: (typeof decisionVerbs)[number] | 'address';
  /** The steps that it can be about; absent for a decision about the order. */
  steps?: Step[];
}

/** The attentions that a retry does not end, because no attempt failed. */
const untried: ReadonlySet<string> = new Set(['step.overdue', 'rule.escalated']);

/**
 * Returns the decisions that the service accepts for an order that is not over. The operations of the same names decide: this repeats
 * their conditions, and a test compares both. Whether a person may decide is not part of it.
 * @param isDriverless whether the workflow of the order is missing
 */
export function decisionsOf(facts: ProgressFacts, steps: StepProgress[], isDriverless: boolean): PossibleDecision[] {
  const { attention, issue, held_at, plan, status, started, picked_up, labelled } = facts;
  const isIssued = plan !== null;
  const open = isIssued ? steps.filter(({ required, done }) => required && !done) : [];
  const isTried = attention !== null && !untried.has(attention.code);
  const by = (value: 'hand' | 'automatic') => open.filter((step) => step.by === value).map(({ step }) => step);
  const possible: Record<PossibleDecision['decision'], boolean | Step[]> = {
    // A refusal that is no warning cannot be ignored.
    issue: issue !== null && issue.warnings.length > 0 && attention?.code !== 'order.refused-by-plugin',
    retry: issue !== null || (isIssued && isTried),
    release: held_at !== null && plan?.refusals === undefined,
    address: attention?.code === 'carrier.refused' && isAboutBooking(facts),
    drive: isIssued && isDriverless,
    skip: open.flatMap(({ step }) => (isSkippable(step) && !started.includes(step) ? [step] : [])),
    byhand: by('automatic'),
    automatic: by('hand'),
    carrier: isIssued && !labelled,
    hold: held_at === null,
    replan: isIssued,
    unissue: issue !== null || status === 'Issued',
    closeshort: isIssued,
    void: !picked_up,
  };
  return Object.entries(possible).flatMap(([name, answer]) => {
    const decision = name as PossibleDecision['decision'];
    if (Array.isArray(answer)) return answer.length === 0 ? [] : [{ decision, steps: answer }];
    return answer ? [{ decision }] : [];
  });
}

const isSkippable = (step: Step): step is SkippableStep => skippableSteps.some((each) => each === step);
