import { type Literal, type Shift, units } from '../ast.ts';
import { instant } from '../instant.ts';
import { plainText } from './kind.ts';

/** Returns the moment of a value in milliseconds since 1970. It may depend on `now`. */
export type Moment = (now: number) => number;

export function readMoment(literal: Literal): Moment | null {
  if (literal.kind === 'now') {
    const shift = shiftMilliseconds(literal.shift);
    return (now) => now + shift;
  }
  if (literal.kind !== 'time' && literal.kind !== 'text') return null;
  const moment = instant(plainText(literal) ?? '');
  return moment === null ? null : () => moment;
}

export function shiftMilliseconds(shift: Shift | null): number {
  return shift ? (shift.sign === '-' ? -1 : 1) * shift.amount * units[shift.unit] : 0;
}
