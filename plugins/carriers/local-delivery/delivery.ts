import type { Day } from '../../weekdays.ts';
import { nextDay, type Timetable } from '../calendar.ts';
import { areaCovers, type PostalArea } from './postal-codes.ts';

/** A route of a van, with its own days and cut-off. */
export interface Route extends Timetable {
  readonly name: string;
  /** Areas in driving order. Several areas may be one stop. */
  readonly stops: readonly (readonly PostalArea[])[];
}

/** Route, stop and day of a delivery. */
export interface Delivery {
  readonly route: Route;
  /** From 1, in driving order. */
  readonly stop: number;
  readonly day: Day;
}

/**
 * Returns the earliest delivery. For equal days the earlier route of the file wins, and within a route the first stop that covers
 * the postal code.
 * @param codes forms of the postal code
 * @param at time of the booking
 * @returns undefined if no route covers the code, or none has a day within a year
 */
export function deliveryTo(
  codes: readonly string[],
  at: Date,
  zone: string,
  routes: readonly Route[],
): Delivery | undefined {
  let best: Delivery | undefined;
  for (const route of routes) {
    const stop = stopOf(route, codes);
    const day = stop === 0 ? undefined : nextDay(route, at, zone);
    if (day !== undefined && (best === undefined || day < best.day)) best = { route, stop, day };
  }
  return best;
}

/** Returns the number of the stop that covers one form of a postal code; 0 for none. */
export function stopOf({ stops }: Route, codes: readonly string[]): number {
  return stops.findIndex((areas) => areas.some((area) => codes.some((code) => areaCovers(area, code)))) + 1;
}
