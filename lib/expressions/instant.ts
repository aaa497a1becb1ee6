import { usualForm } from './iso-forms.ts';

/** Moments and days in the texts of rows and expressions. */

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]([01]\d|2[0-3]):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+\- ])(\d{2})(?::?(\d{2}))?)?)?$/;
/** A date alone with an offset, in the usual order: `2026-04-23+02:00`. */
const shiftedDay = /^(\d{4}-\d{2}-\d{2})([Zz]|[+\-\u2212]\d{2}(?::?\d{2})?)$/;

export const dayLength = 86_400_000;

/** The first millisecond of the year 1. */
export const firstInstant = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000; // 0001-01-01; Date.UTC takes year 1 for 1901
/** The last millisecond of the year 9999. */
export const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59) + 999;

/**
 * Returns the milliseconds since 1970 of an ISO 8601 date or date-time, with microseconds as a fraction. Further digits are
 * ignored. Without an offset it is UTC, and a date is its midnight; a date may have an offset, too. A blank is accepted for the plus sign of an offset, because an
 * unencoded plus sign in an address becomes a blank.
 * @returns null for other texts, for days that do not exist, and outside of the years 1 to 9999
 */
export function instant(text: string): number | null {
  const parts = shape.exec(text) ?? shape.exec(usualForm(text) ?? '') ?? shape.exec(midnightText(text) ?? '');
  return parts && instantOf(parts);
}

/** Returns the day that a text names alone, without a time, as `2026-04-23`; null for date-times and other texts. */
export function dayAlone(text: string): string | null {
  const date = usualForm(shiftedDay.exec(text)?.[1] ?? text);
  return date?.length === 10 && instant(text) !== null ? date : null;
}

/** Returns whether a day or a moment of the service is a day: `2026-04-23`. */
export const isDay = (text: string): boolean => text.length === '2026-04-23'.length;

/** Returns whether a day alone is written with its offset. */
export const isShifted = (day: string): boolean => shiftedDay.test(day);

/** Returns the midnight at the beginning of a day with an offset, as a date-time; null for other texts. */
function midnightText(text: string): string | null {
  const [, day, offset] = shiftedDay.exec(text) ?? [];
  return day === undefined ? null : `${day}T00:00${offset?.replace('\u2212', '-')}`;
}

function instantOf(parts: readonly string[]): number | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, ahead = '0', more = '0'] =
    parts;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  if (midnight === null) return null;
  if (Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(ahead) > 23 || Number(more) > 59) return null;
  const offset = (sign === '-' ? -1 : 1) * (Number(ahead) * 60 + Number(more));
  const seconds = Number(hour) * 3600 + (Number(minute) - offset) * 60 + Number(second);
  const whole = midnight + seconds * 1000;
  // A single addition keeps the order: equal texts have equal sums, and a later text has no smaller sum.
  const milliseconds = whole + Number(fraction.slice(0, 6).padEnd(6, '0')) / 1000;
  return milliseconds >= firstInstant && milliseconds < lastInstant + 1 ? milliseconds : null;
}

/** Returns null if the day does not exist. */
function midnightOf(year: number, month: number, day: number): number | null {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  return moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day ? moment.getTime() : null;
}

/** Returns a moment in the form of the interface, `2026-04-23T22:54:28+00:00`, with microseconds if it has a fraction. */
export function momentText(moment: number): string {
  const whole = Math.floor(moment / 1000) * 1000;
  const text = new Date(whole).toISOString().slice(0, 19);
  const micros = Math.round((moment - whole) * 1000);
  return micros === 0 ? `${text}+00:00` : `${text}.${String(micros).padStart(6, '0')}+00:00`;
}

/** Whether places had clocks of zones at a moment. Before, and at the end of the calendar, all days are in UTC. */
export const hasZones = (moment: number): boolean => moment >= Date.UTC(1900, 0, 2) && moment < Date.UTC(9999, 0, 1);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns a moment on the wall clock of a time zone, as `2026-04-23 22:54:28`. Such texts sort like the times of one zone. */
export function localText(moment: number, zone: string): string {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  return clock.format(moment);
}

/** Returns the day of a moment in UTC: `2026-04-23`. */
export function dayText(moment: number): string {
  return new Date(Math.floor(moment)).toISOString().slice(0, 10);
}
