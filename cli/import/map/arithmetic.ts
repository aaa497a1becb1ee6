import { sum } from '../../../lib/expressions/decimal.ts';

// Exact arithmetic on decimals as text.

/** The service stores six digits after the point. */
const unit = 1_000_000n;

/** Returns the product, rounded half away from zero to six digits. */
export function times(a: string, b: string): string {
  const [left, right] = [fractionOf(a), fractionOf(b)];
  return rounded(left.over * right.over, left.under * right.under);
}

/** Returns the quotient, rounded half away from zero to six digits. The divisor is not zero. */
export function per(a: string, b: string): string {
  const [left, right] = [fractionOf(a), fractionOf(b)];
  return rounded(left.over * right.under, left.under * right.over);
}

export const absolute = (value: string): string => value.replace(/^-/, '');

export const plus = (a: string, b: string): string => sum([a, b]);

export const minus = (a: string, b: string): string => sum([a, b.startsWith('-') ? absolute(b) : `-${b}`]);

export const isSame = (a: string, b: string): boolean => isZero(minus(a, b));

export const isZero = (value: string): boolean => fractionOf(value).over === 0n;

function fractionOf(value: string): { over: bigint; under: bigint } {
  const [whole = '0', fraction = ''] = value.split('.');
  return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) };
}

function rounded(over: bigint, under: bigint): string {
  const sign = over < 0n === under < 0n ? '' : '-';
  const [dividend, divisor] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const units = (2n * dividend * unit + divisor) / (2n * divisor);
  return sum([`${sign}${units / unit}.${String(units % unit).padStart(6, '0')}`]);
}
