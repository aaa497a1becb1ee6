import { wallClock, weekdayOf } from '../../plugins/carriers/calendar.ts';
import type { Day } from '../../plugins/weekdays.ts';
import type { Calendar } from './plan.ts';

/** Returns the working hours of a day; null for a day without work. */
export function hoursOn({ hours, closed }: Calendar, day: Day): readonly [from: string, until: string] | null {
  return closed.includes(day) ? null : (hours[weekdayOf(day)] ?? null);
}

/** Returns whether a moment is in the working hours. @param siteZone the time zone of the order's site */
export function isOpen(calendar: Calendar, siteZone: string, at: Date): boolean {
  const { day, time } = wallClock(at, calendar.time_zone ?? siteZone);
  const hours = hoursOn(calendar, day);
  return hours !== null && time >= hours[0] && time < hours[1];
}
