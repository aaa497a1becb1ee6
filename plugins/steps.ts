/** The steps of an order, in their order. */
export const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
export type Step = (typeof steps)[number];
/** The steps that a plan may skip. Every order is picked and picked up. */
export const skippableSteps = ['pack', 'ship'] as const satisfies readonly Step[];
export type SkippableStep = (typeof skippableSteps)[number];
/** The performer of a step: a person, or the engine. */
export type By = 'hand' | 'automatic';
