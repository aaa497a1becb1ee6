import { z } from 'zod';
import { type Day, type Weekday, weekdays } from '../weekdays.ts';

export const timeZone = z.string().refine(isTimeZone, { error: 'expected a time zone such as Europe/Berlin' });

/** Wall time such as `09:30`. Such texts sort like the times. */
export const timeOfDay = z
  .string({ error: 'expected a time of the day such as "09:30"' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a time of the day such as "09:30"' });

export const day = z
  .string({ error: 'expected a day such as 2026-12-25' })
  .refine(isDay, { error: 'expected a day such as 2026-12-25' });

export const daysOfWeek = z.array(z.enum(weekdays)).min(1);

/** Returns day and time of a clock in a time zone. */
export function wallClock(at: Date, zone: string): { readonly day: Day; readonly time: string } {
  const parts = Object.fromEntries(
    formatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/**
 * Returns the moment when a clock in a time zone shows a day and a time. A time that the clock skips in spring
 * counts as the time after the gap; of a time that it shows twice in autumn, this is the first.
 */
export function momentAt(day: Day, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (at: number) => {
    const shown = wallClock(new Date(at), zone);
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - at;
  };
  // The offsets a day before and a day after are the two that the time may have.
  const candidates = [wanted - offsetAt(wanted - dayLength), wanted - offsetAt(wanted + dayLength)];
  const exact = candidates.filter((at) => at + offsetAt(at) === wanted);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

const dayLength = 86_400_000;

const fromSunday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export function weekdayOf(date: Day): Weekday {
  return fromSunday[new Date(date).getUTCDay()] ?? 'sun';
}

export function daysAfter(date: Day, days: number): Day {
  return new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);
}

/** The days of a route or collection, with the time limit for the same day. */
export interface Timetable {
  readonly days: readonly Weekday[];
  /** Wall time. A later booking counts as one of the next day. */
  readonly cutOff: string;
  /** Least number of days in between; 0 is the same day. */
  readonly leadDays: number;
  readonly closed: readonly Day[];
}

/** Days to look ahead. A timetable without a day in one year has none at all. */
const farthest = 366;

/** Returns the first day of a timetable for a booking now; undefined if no day within a year is open. */
export function nextDay({ days, cutOff, leadDays, closed }: Timetable, at: Date, zone: string): Day | undefined {
  const { day: today, time } = wallClock(at, zone);
  const first = leadDays + (time > cutOff ? 1 : 0);
  for (let ahead = first; ahead <= farthest; ahead++) {
    const candidate = daysAfter(today, ahead);
    if (days.includes(weekdayOf(candidate)) && !closed.includes(candidate)) return candidate;
  }
  return undefined;
}

/** Cached formatters: to make one takes about 50 µs, ten times as long as to use it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, created);
  return created;
}

export function isTimeZone(name: string): boolean {
  try {
    formatter(name);
    return true;
  } catch {
    return false;
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && daysAfter(text, 0) === text;
}
