/** How steps are named in summaries, waits and details. */
import type { PlannedCarrier, Step } from '../plugins/plan.ts';
import type { OrderInput } from './input.ts';

const verbs: Record<Step, string> = { pick: 'Pick', pack: 'Pack', ship: 'Ship', pickup: 'Hand over' };

/** "Pick 3 lines". */
export function stepWords(step: Step, { lines, number }: Pick<OrderInput, 'lines' | 'number'>): string {
  if (lines === undefined) return `${verbs[step]} order ${number}`;
  return `${verbs[step]} ${lines} ${lines === 1 ? 'line' : 'lines'}`;
}

const handWork: Record<Step, string> = {
  pick: 'somebody to pick it',
  pack: 'somebody to pack it',
  ship: 'somebody to ship it',
  pickup: 'the pickup',
};

/** "somebody to pick it". */
export function waitWords(step: Step): string {
  return handWork[step];
}

/** "Book Speedy Express". */
export function bookWords(carrier: PlannedCarrier): string {
  return `Book ${carrier.name}`;
}
