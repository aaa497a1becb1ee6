import { type Grouping, groupings } from './groups.ts';
import { type Step, steps } from './steps.ts';

/** What the address of the start of work says: the step in view, and of what a new pick is. */
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
