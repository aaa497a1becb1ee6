import type { PlannedCarrier, Step } from '../../config/planning/plan.ts';

/** The carrier of a plan, and its steps in their order. */
export interface BookingPlan {
  readonly carrier: PlannedCarrier | null;
  readonly steps: readonly { readonly step: Step; readonly required: boolean }[];
}

/** Returns the step that a booking comes before: the step that the carrier names or, if that is skipped, the next one. */
export function bookingStep({ carrier, steps }: BookingPlan): Step | null {
  if (!carrier?.book_at) return null;
  const from = steps.findIndex((planned) => planned.step === carrier.book_at);
  const at = steps.find(({ required }, index) => required && index >= from);
  return from >= 0 ? (at?.step ?? null) : null;
}

/** The carrier, where its booking comes before this step. */
export function bookedBefore(step: Step, plan: BookingPlan): PlannedCarrier | null {
  return bookingStep(plan) === step ? plan.carrier : null;
}

/** Returns whether the booking comes before this step or an earlier one: a label that is withdrawn then is due again. */
export function isBookingDue(step: Step, plan: BookingPlan): boolean {
  const at = bookingStep(plan);
  const places = plan.steps.map((planned) => planned.step);
  return at !== null && places.indexOf(at) <= places.indexOf(step);
}
