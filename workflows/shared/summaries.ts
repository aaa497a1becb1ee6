/** Texts of summaries, waits and details. */

import type { OrderSnapshot } from '../../activities/order/activities.ts';
import type { PlannedCarrier, Step } from '../../config/planning/plan.ts';
import type { OrderInput } from '../contract/order.ts';

const verbs: Record<Step, string> = { pick: 'Pick', pack: 'Pack', ship: 'Ship', pickup: 'Hand over' };

/** Returns the verb of a step, such as "Pick". */
export const stepVerb = (step: Step): string => verbs[step];

/** Returns a summary such as "Pick, pack, hand over 3 lines". */
export function stepsSummary(steps: readonly Step[], { lines }: Pick<OrderInput, 'lines'>): string {
  const [first = '', ...others] = steps.map(stepVerb);
  const doing = [first, ...others.map((verb) => verb.toLowerCase())].join(', ');
  return `${doing} ${lines} ${lines === 1 ? 'line' : 'lines'}`;
}

const handWork: Readonly<Record<Step, string>> = {
  pick: 'somebody to pick it',
  pack: 'somebody to pack it',
  ship: 'somebody to ship it',
  pickup: 'the pickup',
};

/** Returns the release that a held order waits for, such as "its release: Credit check". */
export function awaitedRelease({ held, waitingFor }: Pick<OrderSnapshot, 'held' | 'waitingFor'>): string {
  return held && waitingFor ? `its ${waitingFor}` : 'its release';
}

/** Returns the autowork that an order waits for, such as "autowork 12, for Ana Weber". */
export function awaitedAutowork({ id, by }: { id: number; by: string }): string {
  return `autowork ${id}, for ${by}`;
}

/** Returns the work that an order at a step by hand waits for: an autowork in progress, or a person. */
export function awaitedWork(step: Step, { autowork }: Pick<OrderSnapshot, 'autowork'>): string {
  return autowork ? awaitedAutowork(autowork) : handWork[step];
}

/** Returns a summary such as "Book Speedy Express". */
export function bookingSummary(carrier: PlannedCarrier): string {
  return `Book ${carrier.name}`;
}

const units: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** Formats seconds in the largest unit that divides them: "5 minutes", "90 seconds", "1 day". */
export function formatDuration(seconds: number): string {
  const [size, unit] = units.find(([size]) => seconds % size === 0) ?? [1, 'second'];
  const count = seconds / size;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** Formats a rate: "20 orders a second", "no limit". */
export function formatRate(rate: number | null): string {
  if (rate === null) return 'no limit';
  return rate === 1 ? '1 order a second' : `${rate} orders a second`;
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** Formats milliseconds since 1970 as "1 December 2026, 06:00 UTC". */
export function formatDate(at: number): string {
  const date = new Date(at);
  const time = date.toISOString().slice(11, 16);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${time} UTC`;
}

/** Formats milliseconds since 1970 as "2026-11-21 07:12:03 UTC". */
export function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
