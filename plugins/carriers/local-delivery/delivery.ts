import { type Day, nextDay, type Timetable } from '../calendar.ts';
import { areaCovers, type PostalArea } from './postal-codes.ts';

/** A round that a van drives, with its own days and hours. */
export interface Route extends Timetable {
  readonly name: string;
  /** Areas in driving order; several areas may be one stop. */
  readonly stops: readonly (readonly PostalArea[])[];
}

/** When and on which round an order is delivered. */
export interface Delivery {
  readonly route: Route;
  /** Counted from 1, in driving order. */
  readonly stop: number;
  readonly day: Day;
}

/**
 * The earliest delivery that the rounds offer. Where two offer the same day, the one higher up in the file takes it; within a
 * round, the first stop that covers the code.
 * @param codes forms of the postal code
 * @param at when it is booked
 * @returns undefined where no round goes there, or none has a day within a year
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

/** Number of the stop that covers a postal code, in any of its forms; 0 for none. */
export function stopOf({ stops }: Route, codes: readonly string[]): number {
  return stops.findIndex((areas) => areas.some((area) => codes.some((code) => areaCovers(area, code)))) + 1;
}
