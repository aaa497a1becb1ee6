/** The steps of an order, in their order. */
export const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
export type Step = (typeof steps)[number];
/** The steps that a plan may skip. Every order is picked and picked up. */
export const skippableSteps = ['pack', 'ship'] as const satisfies readonly Step[];
export type SkippableStep = (typeof skippableSteps)[number];
/** Whether nothing is in cartons yet before a step: the pack step makes them. */
export const isBeforeCartons = (step: Step): boolean => step === 'pick' || step === 'pack';
/** The performer of a step: a person, or the engine. */
export type By = 'hand' | 'automatic';
