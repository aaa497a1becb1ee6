/** The forms of ISO 8601 beside the usual one: without separators, by the week, by the day of the year, and the hour alone. */

const dates = [
  { shape: /^(\d{4})-?(\d{2})-?(\d{2})$/, day: ([year, month, day]: number[]) => [year!, month!, day!] },
  { shape: /^(\d{4})-?(\d{3})$/, day: ([year, day]: number[]) => dayOfYear(year!, day!) },
  { shape: /^(\d{4})-?W(\d{2})-?([1-7])$/i, day: ([year, week, day]: number[]) => dayOfWeek(year!, week!, day!) },
];
const time = /^(\d{2})(?::?(\d{2})(?::?(\d{2})([.,]\d+)?)?)?(Z|[+\- ]\d{2}(?::?\d{2})?)?$/i;

const dayLength = 86_400_000;

/**
 * The same date or date-time in the usual form, `2026-04-23T22:54:28+02:00`. Hour 24 is the midnight that ends the day.
 * @returns null where it is none of these forms; whether there is such a day and time is not looked at
 */
export function usualForm(text: string): string | null {
  const [date = '', clock, ...more] = text.replaceAll('\u2212', '-').split(/[Tt](?=\d)/);
  const calendar = calendarDay(date);
  if (calendar === null || more.length > 0) return null;
  if (clock === undefined) return written(calendar);
  const parts = time.exec(clock);
  if (!parts) return null;
  const [, hour = '', minute = '00', second = '00', fraction = '', offset = ''] = parts;
  if (hour !== '24') return `${written(calendar)}T${hour}:${minute}:${second}${fraction}${offset}`;
  if (/[1-9]/.test(`${minute}${second}${fraction}`)) return null;
  const [year, month, day] = calendar as [number, number, number];
  return `${written(dayFrom(year, month - 1, day + 1))}T00:00:00${offset}`;
}

function calendarDay(date: string): number[] | null {
  for (const { shape, day } of dates) {
    const parts = shape.exec(date);
    if (parts) return day(parts.slice(1).map(Number));
  }
  return null;
}

function dayOfYear(year: number, day: number): number[] | null {
  const found = dayFrom(year, 0, day);
  return day > 0 && found[0] === year ? found : null;
}

/** Week 1 is the one with the 4th of January in it; weeks begin on Monday. */
function dayOfWeek(year: number, week: number, day: number): number[] | null {
  const monday = 4 - ((utc(year, 0, 4).getUTCDay() + 6) % 7);
  const nextMonday = 4 - ((utc(year + 1, 0, 4).getUTCDay() + 6) % 7);
  const weeks = Math.round((utc(year + 1, 0, nextMonday).getTime() - utc(year, 0, monday).getTime()) / dayLength / 7);
  return week >= 1 && week <= weeks ? dayFrom(year, 0, monday + (week - 1) * 7 + day - 1) : null;
}

function dayFrom(year: number, month: number, day: number): number[] {
  const found = utc(year, month, day);
  return [found.getUTCFullYear(), found.getUTCMonth() + 1, found.getUTCDate()];
}

/** Unlike Date.UTC, which takes the years before 100 for those of the last century. */
function utc(year: number, month: number, day: number): Date {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, day);
  return moment;
}

function written([year, month, day]: number[]): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
