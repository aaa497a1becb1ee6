import { type Literal, type Shift, units } from '../ast.ts';
import { dayAlone, dayLength, hasZones, instant, isShifted } from '../instant.ts';
import { plainText } from './kind.ts';

/** Returns the moment of a value in milliseconds since 1970. It may depend on `now`. */
export type Moment = (now: number) => number;

/** The time that a value names: a moment, or the whole day of a date alone. */
export interface TimeSpan {
  /** Its first moment. */
  readonly start: Moment;
  /** Milliseconds: 0 for a moment. */
  readonly length: number;
  /** The day that a date alone names, as `2026-04-23`, whatever its offset; null for a moment. */
  readonly day: string | null;
  /** Whether the day has no offset: it is one of the place of the record, and `start` that of UTC. */
  readonly isLocal: boolean;
  /** The text of the value; null for `now`. */
  readonly written: string | null;
}

export function readTime(literal: Literal): TimeSpan | null {
  if (literal.kind === 'now') {
    const shift = shiftMilliseconds(literal.shift);
    return { start: (now) => now + shift, length: 0, day: null, isLocal: false, written: null };
  }
  if (literal.kind !== 'time' && literal.kind !== 'text') return null;
  const written = plainText(literal) ?? '';
  const moment = instant(written);
  if (moment === null) return null;
  const day = dayAlone(written);
  const isLocal = day !== null && !isShifted(written) && hasZones(moment);
  return { start: () => moment, length: day === null ? 0 : dayLength, day, isLocal, written };
}

export function shiftMilliseconds(shift: Shift | null): number {
  return shift ? (shift.sign === '-' ? -1 : 1) * shift.amount * units[shift.unit] : 0;
}
