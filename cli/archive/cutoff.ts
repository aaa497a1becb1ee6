import { Failure } from '../../lib/failure.ts';

/** Months of the units that are not days. */
const months: Readonly<Record<string, number>> = { mo: 1, y: 12 };

/**
 * Returns the time before which orders are archived.
 * @param text such as `18mo`, `2y` or `90d`
 * @throws Failure for any other text
 */
export function cutoff(text: string, now: Date): Date {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})(d|mo|y)$/.exec(text) ?? [];
  if (unit === '') throw new Failure(`--older-than ${text} is no time. Examples are 18mo, 2y and 90d.`, 2);
  const before = new Date(now);
  if (unit === 'd') before.setUTCDate(before.getUTCDate() - Number(number));
  else {
    const day = before.getUTCDate();
    before.setUTCDate(1);
    before.setUTCMonth(before.getUTCMonth() - Number(number) * (months[unit] ?? 1));
    // 18 months before 31 August is the last day of February.
    const last = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
    before.setUTCDate(Math.min(day, last));
  }
  return before;
}
