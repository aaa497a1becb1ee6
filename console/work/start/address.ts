import { type Grouping, groupings } from './groups.ts';
import { type Step, steps } from './steps.ts';

/** Values in the address of the start of work: the step in view, and the grouping of a new pick. */
export interface WorkAddress {
  readonly step?: Step | 'pickup' | 'putback';
  readonly by?: Grouping;
}

/** Reads the address. Unknown steps and groupings are left out. */
export function workAddress({ step, by }: Record<string, unknown>): WorkAddress {
  const known = [...steps, 'pickup' as const, 'putback' as const].find((one) => one === step);
  const grouping = groupings.find((one) => one === by);
  return { ...(known && { step: known }), ...(grouping && { by: grouping }) };
}
