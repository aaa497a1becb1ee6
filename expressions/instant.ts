import { usualForm } from './iso-forms.ts';

/** Moments and days, as the texts of rows and expressions write them. */

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]([01]\d|2[0-3]):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+\- ])(\d{2})(?::?(\d{2}))?)?)?$/;

const first = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000; // 0001-01-01; Date.UTC takes year 1 for 1901
const last = Date.UTC(9999, 11, 31, 23, 59, 59) + 999;

/**
 * Milliseconds since 1970 of an ISO 8601 date or date-time; microseconds are kept as a fraction, further digits dropped.
 * Without an offset it is UTC, and a date is its midnight (spec 4.2 rule 2). A blank for the plus sign of an offset is
 * accepted: that is what becomes of it in an address where nobody encoded it.
 * @returns null where it is none, where no such day exists, or outside of the years 1 to 9999
 */
export function instant(text: string): number | null {
  const parts = shape.exec(text) ?? shape.exec(usualForm(text) ?? '');
  if (!parts) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, ahead = '0', more = '0'] =
    parts;
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (moment.getUTCMonth() !== Number(month) - 1 || moment.getUTCDate() !== Number(day)) return null;
  if (Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(ahead) > 23 || Number(more) > 59) return null;
  const offset = (sign === '-' ? -1 : 1) * (Number(ahead) * 60 + Number(more));
  const seconds = Number(hour) * 3600 + (Number(minute) - offset) * 60 + Number(second);
  const whole = moment.getTime() + seconds * 1000;
  // One addition: so that equal texts give equal sums, and a later text never a smaller one.
  const found = whole + Number(fraction.slice(0, 6).padEnd(6, '0')) / 1000;
  return found >= first && found < last + 1 ? found : null;
}

/** A moment as the interface serves it, `2026-04-23T22:54:28+00:00`, with microseconds where it has a fraction. */
export function momentText(moment: number): string {
  const whole = Math.floor(moment / 1000) * 1000;
  const text = new Date(whole).toISOString().slice(0, 19);
  const micros = Math.round((moment - whole) * 1000);
  return micros === 0 ? `${text}+00:00` : `${text}.${String(micros).padStart(6, '0')}+00:00`;
}

/** The day of a moment in UTC: `2026-04-23`. */
export function dayText(moment: number): string {
  return new Date(Math.floor(moment)).toISOString().slice(0, 10);
}
