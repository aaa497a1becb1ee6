import { type Day, type Weekday, wallClock, weekdayOf } from '../plugins/carriers/calendar.ts';

/** Working hours and holidays, as the operators' file names them. It is plain JSON, because plans pin it. */
export interface Calendar {
  readonly name: string;
  /** Null for that of the order's site. */
  readonly time_zone: string | null;
  /** The first and the last minute of work, such as `08:00` and `17:00`. A weekday without hours is closed. */
  readonly hours: Readonly<Partial<Record<Weekday, readonly [from: string, until: string]>>>;
  readonly closed: readonly Day[];
}

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
