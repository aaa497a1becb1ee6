/** How steps are named in summaries, waits and details. */

import type { OrderNow } from '../../activities/order/activities.ts';
import type { PlannedCarrier, Step } from '../../planning/plan.ts';
import type { OrderInput } from '../contract/order.ts';

const verbs: Record<Step, string> = { pick: 'Pick', pack: 'Pack', ship: 'Ship', pickup: 'Hand over' };

/** "Pick". */
export const taskWords = (step: Step): string => verbs[step];

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

/** "its release: Credit check". */
export function holdWords({ held, waitingFor }: Pick<OrderNow, 'held' | 'waitingFor'>): string {
  return held && waitingFor ? `its ${waitingFor}` : 'its release';
}

/** "Book Speedy Express". */
export function bookWords(carrier: PlannedCarrier): string {
  return `Book ${carrier.name}`;
}

const units: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** "5 minutes", "90 seconds", "1 day": in the greatest unit that divides it. */
export function inWords(seconds: number): string {
  const [size, unit] = units.find(([size]) => seconds % size === 0) ?? [1, 'second'];
  const count = seconds / size;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** "20 orders a second", "no limit". */
export function rateWords(rate: number | null): string {
  if (rate === null) return 'no limit';
  return rate === 1 ? '1 order a second' : `${rate} orders a second`;
}

/** "2026-11-21 07:12:03 UTC" of milliseconds since 1970. */
export function clockTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** "autowork 12, for Ana Weber". */
export function autoworkWords({ id, by }: { id: number; by: string }): string {
  return `autowork ${id}, for ${by}`;
}
