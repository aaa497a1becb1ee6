/** Further forms of ISO 8601: without separators, by week, by day of the year, and with the hour only. */

type Day = readonly [year: number, month: number, day: number];

const dates: readonly {
  readonly shape: RegExp;
  readonly day: (year: number, second: number, third: number) => Day | null;
}[] = [
  { shape: /^(\d{4})-?(\d{2})-?(\d{2})$/, day: (year, month, day) => [year, month, day] },
  { shape: /^(\d{4})-?(\d{3})$/, day: dayOfYear },
  { shape: /^(\d{4})-?W(\d{2})-?([1-7])$/i, day: dayOfWeek },
];
const time = /^(\d{2})(?::?(\d{2})(?::?(\d{2})([.,]\d+)?)?)?(Z|[+\- ]\d{2}(?::?\d{2})?)?$/i;

const dayLength = 86_400_000;

/**
 * Returns the same date or date-time in the usual form, `2026-04-23T22:54:28+02:00`. Hour 24 is the midnight at the end of the day.
 * @returns null for other texts; it does not check that the day and the time exist
 */
export function usualForm(text: string): string | null {
  const [date = '', clock, ...more] = text.replaceAll('\u2212', '-').split(/[Tt](?=\d)/);
  const calendar = calendarDay(date);
  if (calendar === null || more.length > 0) return null;
  if (clock === undefined) return dayText(calendar);
  const parts = time.exec(clock);
  if (!parts) return null;
  const [, hour = '', minute = '00', second = '00', fraction = '', offset = ''] = parts;
  if (hour !== '24') return `${dayText(calendar)}T${hour}:${minute}:${second}${fraction}${offset}`;
  if (/[1-9]/.test(`${minute}${second}${fraction}`)) return null;
  const [year, month, day] = calendar;
  return `${dayText(dayFrom(year, month - 1, day + 1))}T00:00:00${offset}`;
}

function calendarDay(date: string): Day | null {
  for (const { shape, day } of dates) {
    const parts = shape.exec(date);
    if (parts) return day(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  }
  return null;
}

function dayOfYear(year: number, day: number): Day | null {
  const date = dayFrom(year, 0, day);
  return day > 0 && date[0] === year ? date : null;
}

/** Week 1 is the week of 4 January. Weeks begin on Monday. */
function dayOfWeek(year: number, week: number, day: number): Day | null {
  const monday = 4 - ((utc(year, 0, 4).getUTCDay() + 6) % 7);
  const nextMonday = 4 - ((utc(year + 1, 0, 4).getUTCDay() + 6) % 7);
  const weeks = Math.round((utc(year + 1, 0, nextMonday).getTime() - utc(year, 0, monday).getTime()) / dayLength / 7);
  return week >= 1 && week <= weeks ? dayFrom(year, 0, monday + (week - 1) * 7 + day - 1) : null;
}

function dayFrom(year: number, month: number, day: number): Day {
  const date = utc(year, month, day);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

/** Like Date.UTC, but correct for years before 100. */
function utc(year: number, month: number, day: number): Date {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, day);
  return moment;
}

function dayText([year, month, day]: Day): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
