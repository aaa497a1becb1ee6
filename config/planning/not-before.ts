import { daysAfter, momentAt, wallClock, weekdayOf } from '../../plugins/carriers/calendar.ts';
import { weekdayNames } from '../../plugins/weekdays.ts';
import { hoursOn } from './calendar.ts';
import type { NotBefore } from './plan.ts';

/** Number of days that the search for a moment covers. Only holidays could leave none. */
const farthest = 400;

/**
 * Returns the first moment that meets all conditions: `now` itself, or the beginning of a day, of hours, or of
 * `time`.
 * @param siteZone time zone of the order's site, for a calendar without one
 */
export function firstMoment(earliest: NotBefore, siteZone: string, now: Date): Date {
  const zone = earliest.calendar?.time_zone ?? siteZone;
  const today = wallClock(now, zone);
  for (let n = 0; n < farthest; n += 1) {
    const date = daysAfter(today.day, n);
    const hours = isDay(earliest, date, n) ? hoursOf(earliest, date) : null;
    if (hours === null) continue;
    const start = momentAt(date, hours[0], zone);
    if (n > 0 || start > now) return start;
    if (today.time < hours[1]) return now;
  }
  // Holidays without an end: the step waits, and people see for what.
  return momentAt(daysAfter(today.day, farthest), '00:00', zone);
}

/** Returns whether some day of the week has a moment that meets all conditions, without regard to holidays. */
export function isPossible(earliest: NotBefore): boolean {
  const withoutHolidays = earliest.calendar
    ? { ...earliest, calendar: { ...earliest.calendar, closed: [] } }
    : earliest;
  // Any eight days in a row.
  return Array.from({ length: 8 }, (_, n) => daysAfter('2026-01-01', n)).some(
    (date, n) => isDay(withoutHolidays, date, n) && hoursOf(withoutHolidays, date) !== null,
  );
}

/** Returns it in words: `thursday, 08:00, Warehouse is open`. */
export function notBeforeWords({ day, time, calendar }: NotBefore): string {
  const dayName = day === undefined || day === 'tomorrow' ? day : weekdayNames[day];
  return [dayName, time, calendar && `${calendar.name} is open`].filter((part) => part !== undefined).join(', ');
}

function isDay({ day }: NotBefore, date: string, n: number): boolean {
  if (day === undefined) return true;
  return day === 'tomorrow' ? n > 0 : weekdayOf(date) === day;
}

/** Returns the hours of a day when the step may begin; null without such hours. */
function hoursOf({ time = '00:00', calendar }: NotBefore, date: string): readonly [from: string, until: string] | null {
  const [opens, until] = (calendar ? hoursOn(calendar, date) : ['00:00', '24:00']) ?? ['24:00', '24:00'];
  const from = time > opens ? time : opens;
  return from < until ? [from, until] : null;
}
