import type { PlannedCarrier, Step } from '../../planning/plan.ts';

/** The carrier, where its booking comes before this step: at the step it names or, if that is skipped, the next one. */
export function bookedBefore(
  step: Step,
  { carrier, steps }: { carrier: PlannedCarrier | null; steps: readonly { step: Step; required: boolean }[] },
): PlannedCarrier | null {
  if (!carrier?.book_at) return null;
  const from = steps.findIndex((planned) => planned.step === carrier.book_at);
  const at = steps.find(({ required }, index) => required && index >= from);
  return from >= 0 && at?.step === step ? carrier : null;
}
