import type { OrderNow } from '../../activities/order/activities.ts';
import type { PlannedCarrier, Step } from '../../planning/plan.ts';
import type { OrderInput, Outcome, StepInput } from '../contract/order.ts';

/**
 * An order's plan as it is now: the pinned one, with what was done, what people decided, and how far rules have spoken. Values
 * alone: who wants another plan gets a new one.
 */
export interface PlanNow {
  readonly steps: StepInput[];
  /** Whose bookings the plan asks for. */
  readonly carrier: PlannedCarrier | null;
}

/** The step that has to be done next; undefined where all is done. */
export function nextStep({ steps }: PlanNow): StepInput | undefined {
  return steps.find(({ required, done }) => required && !done);
}

/** Whose bookings the plan asks for, and before which step: as at the start, unless the plan was changed in it since. */
export function bookingOf(plan: PlanNow, input: OrderInput): Pick<OrderInput, 'carrier' | 'steps'> {
  const [was, now] = [input.carrier, plan.carrier];
  return was?.name === now?.name && was?.book_at === now?.book_at ? input : plan;
}

/** The plan with one of its steps as it is now. */
export function changed(plan: PlanNow, name: Step, change: Partial<StepInput>): PlanNow {
  return { ...plan, steps: plan.steps.map((step) => (step.step === name ? { ...step, ...change } : step)) };
}

/** What the service says wins, but for what only the workflow knows: since when a step waits, and what rules have spoken to. */
export function takeOver(plan: PlanNow, now: OrderNow): PlanNow {
  const steps = now.steps.map((step) => {
    const own = plan.steps.find((known) => known.step === step.step);
    const { since, spoken } = own ?? {};
    // What rules have said to once they are not asked again, whatever the plan of now names.
    const again = spoken === undefined && (step.again ?? own?.again ?? false);
    const waits = (step.waits ?? own?.waits ?? []).filter((each) => each > (spoken ?? 0));
    const why = step.why ?? knownReason(own, step.required);
    return { ...step, why, again, waits, since, spoken };
  });
  return { steps, carrier: now.carrier === undefined ? plan.carrier : now.carrier };
}

/** Reasons come with the start; where the plan was changed since, the service's `/plan` has the new ones. */
function knownReason(own: StepInput | undefined, required: boolean): string {
  return own && own.required === required ? own.why : 'the plan was changed: see GET /salesorder/{id}/plan';
}

/**
 * Rules speak once of a moment: that the order has come to the step, or has waited so long there. Coming to a step is also
 * coming past those before it.
 * @param waited seconds; null for coming to it
 */
export function spoken(plan: PlanNow, name: Step, waited: number | null): PlanNow {
  const at = plan.steps.findIndex(({ step }) => step === name);
  const steps = plan.steps.map((step, index) => {
    const { waits = [], spoken = 0 } = step;
    if (waited === null) return index <= at ? { ...step, again: false, spoken } : step;
    if (step.step !== name) return step;
    return { ...step, waits: waits.filter((each) => each > waited), spoken: Math.max(spoken, waited) };
  });
  return { ...plan, steps };
}

/** Statuses in which there is nothing left to drive. */
const ends: Readonly<Record<string, Outcome>> = {
  Fulfilled: 'fulfilled',
  Void: 'voided',
  Draft: 'unissued',
  'Closed Short': 'closed short',
};

/** What became of an order of this status; null while there is something to do. */
export function endOf({ status }: Pick<OrderNow, 'status'>): Outcome | null {
  return ends[status] ?? null;
}
