import { storedDigits } from '../../platform/database/overflow.ts';
import type { Problem } from '../../platform/problems/problems.ts';
import { unfit } from '../../platform/records/refusals.ts';

/** Returns decimal digits without trailing zeros: `12.500000` as `12.5`. */
export function trim(qty: string): string {
  return qty.includes('.') ? qty.replace(/\.?0+$/, '') : qty;
}

/** Returns a quantity in millionths, exactly: quantities have at most six digits after the point. */
export function millionths(qty: string): bigint {
  const [whole = '0', fraction = ''] = qty.replace('-', '').split('.');
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return qty.startsWith('-') ? -value : value;
}

/** Returns the decimal digits of millionths. */
export function ofMillionths(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(7, '0');
  return `${value < 0n ? '-' : ''}${trim(`${digits.slice(0, -6)}.${digits.slice(-6)}`)}`;
}

/** The refusal of units that would make the stock of a place too large. @param qty as the body has it */
export const tooManyUnits = (qty: string): Problem =>
  unfit(
    '/qty',
    `${trim(qty)} makes the stock there too large: it may have ${storedDigits} digits before the point at most`,
  );
