import type { OrderSnapshot } from '../../activities/order/activities.ts';
import type { PlannedCarrier, Step } from '../../config/planning/plan.ts';
import type { OrderInput, Outcome, StepInput } from '../contract/order.ts';

/**
 * The current plan of an order: the pinned one with the steps that are done, people's decisions, and how far deferred rules are
 * evaluated. It is a value: every change returns a new plan.
 */
export interface CurrentPlan {
  readonly steps: StepInput[];
  /** The carrier that the plan books; null where it books none. */
  readonly carrier: PlannedCarrier | null;
}

/** Returns the step that has to be done next; undefined where all are done. */
export function nextStep({ steps }: CurrentPlan): StepInput | undefined {
  return steps.find(({ required, done }) => required && !done);
}

/** Returns the carrier and the steps that decide about bookings: those of the start, unless the plan's carrier has changed. */
export function bookingOf(plan: CurrentPlan, start: CurrentPlan & Pick<OrderInput, 'issue'>): CurrentPlan {
  // The input of a waiting draft has a forecast. Its issue has pinned another plan.
  if (start.issue) return plan;
  const [was, is] = [start.carrier, plan.carrier];
  return was?.name === is?.name && was?.book_at === is?.book_at ? start : plan;
}

/** Returns the plan with one of its steps changed. */
export function changeStep(plan: CurrentPlan, name: Step, change: Partial<StepInput>): CurrentPlan {
  return { ...plan, steps: plan.steps.map((step) => (step.step === name ? { ...step, ...change } : step)) };
}

/**
 * Returns the plan as the service reports it. The workflow alone knows since when a step waits, how far its deferred rules are
 * evaluated, and the record of a step that it has had done: these stay.
 */
export function mergeSnapshot(
  plan: CurrentPlan,
  { steps: reported, carrier = plan.carrier }: OrderSnapshot,
): CurrentPlan {
  const steps = reported.map((step) => {
    const { since, evaluated, record, at } = plan.steps.find((known) => known.step === step.step) ?? {};
    // Rules that were evaluated once are not evaluated again, whatever the reported plan names.
    const deferred = evaluated === undefined && step.deferred;
    const waits = step.waits?.filter((seconds) => seconds > (evaluated ?? 0));
    return { ...step, deferred, waits, since, evaluated, ...(step.done ? { record, at } : {}) };
  });
  return { steps, carrier };
}

/**
 * Returns the plan with deferred rules marked as evaluated, so that they are evaluated once. An order that reaches a step has
 * also reached the steps before it.
 * @param waited seconds of waiting at the step; null when the order reaches it
 */
export function markEvaluated(plan: CurrentPlan, name: Step, waited: number | null): CurrentPlan {
  const at = plan.steps.findIndex(({ step }) => step === name);
  const steps = plan.steps.map((step, index) => {
    const { waits = [], evaluated = 0 } = step;
    if (waited === null) return index <= at ? { ...step, deferred: false, evaluated } : step;
    if (step.step !== name) return step;
    return { ...step, waits: waits.filter((seconds) => seconds > waited), evaluated: Math.max(evaluated, waited) };
  });
  return { ...plan, steps };
}

/** Final states of an order: its workflow has nothing left to do. */
const ends: Readonly<Record<string, Outcome>> = {
  Fulfilled: 'fulfilled',
  Void: 'voided',
  Draft: 'unissued',
  'Closed Short': 'closed short',
};

/** Returns how an order in this state ended; null while there is something to do, as for a waiting draft. */
export function endOf({ status, issue }: Pick<OrderSnapshot, 'status' | 'issue'>): Outcome | null {
  return issue ? null : (ends[status] ?? null);
}
