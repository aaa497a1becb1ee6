import { storedDigits } from '../../platform/database/overflow.ts';
import type { Problem } from '../../platform/problems/problems.ts';
import { unfit } from '../../platform/records/refusals.ts';

/** Returns decimal digits without trailing zeros: `12.500000` as `12.5`. */
export function trim(qty: string): string {
  return qty.includes('.') ? qty.replace(/\.?0+$/, '') : qty;
}

/** The refusal of units that would make the stock of a place too large. @param qty as the body has it */
export const tooManyUnits = (qty: string): Problem =>
  unfit(
    '/qty',
    `${trim(qty)} makes the stock there too large: it may have ${storedDigits} digits before the point at most`,
  );
