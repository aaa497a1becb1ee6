import { z } from 'zod';

/** A day as people write it: `2026-11-24`. Texts of days sort as the days do. */
export type Day = string;

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const timeZone = z.string().refine(isTimeZone, { error: 'expected a time zone such as Europe/Berlin' });

/** `09:30`: wall time in the time zone that stands beside it. Such texts sort as the times do. */
export const timeOfDay = z
  .string({ error: 'expected a time of the day such as "09:30"' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a time of the day such as "09:30"' });

export const day = z
  .string({ error: 'expected a day such as 2026-12-25' })
  .refine(isDay, { error: 'expected a day such as 2026-12-25' });

export const daysOfWeek = z.array(z.enum(weekdays)).min(1);

/** What a clock on the wall of a time zone shows. */
export function wallClock(at: Date, zone: string): { readonly day: Day; readonly time: string } {
  const parts = Object.fromEntries(
    formatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

export function weekdayOf(date: Day): Weekday {
  return weekdays[(new Date(date).getUTCDay() + 6) % 7]!;
}

export function daysAfter(date: Day, days: number): Day {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** On which days something happens, and until when of a day it still happens on that day. */
export interface Timetable {
  readonly days: readonly Weekday[];
  /** Wall time; what comes later counts as if it came the next day. */
  readonly cutOff: string;
  /** Days in between at least; 0 is the same day. */
  readonly leadDays: number;
  readonly closed: readonly Day[];
}

/** A year ahead: a timetable that has no day by then has none at all. */
const farthest = 366;

/** The first day of a timetable for what comes now; undefined where there is none within a year. */
export function nextDay({ days, cutOff, leadDays, closed }: Timetable, at: Date, zone: string): Day | undefined {
  const { day: today, time } = wallClock(at, zone);
  const first = leadDays + (time > cutOff ? 1 : 0);
  for (let ahead = first; ahead <= farthest; ahead++) {
    const candidate = daysAfter(today, ahead);
    if (days.includes(weekdayOf(candidate)) && !closed.includes(candidate)) return candidate;
  }
  return undefined;
}

/** Making one costs some 50 µs, ten times what it takes to use it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const kept = formatters.get(zone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

function isTimeZone(name: string): boolean {
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
