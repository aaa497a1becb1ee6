import { sum } from '../../../lib/expressions/decimal.ts';

// Exact arithmetic on decimals as text.

/** Digits after the point that the service stores. */
const digits = 6;

/** Returns the product, rounded half away from zero to six digits. */
export function times(a: string, b: string): string {
  const [left, leftScale] = scaled(a);
  const [right, rightScale] = scaled(b);
  const product = left * right;
  const scale = leftScale + rightScale;
  if (scale <= digits) return decimalText(product, scale);
  const divisor = 10n ** BigInt(scale - digits);
  const half = product < 0n ? -divisor / 2n : divisor / 2n;
  return decimalText((product + half) / divisor, digits);
}

/** Returns the quotient, rounded half away from zero to six digits. The divisor is not zero. */
export function per(a: string, b: string): string {
  const [left, leftScale] = scaled(a);
  const [right, rightScale] = scaled(b);
  const isNegative = left < 0n !== right < 0n;
  const dividend = (left < 0n ? -left : left) * 10n ** BigInt(digits + rightScale + 1);
  const divisor = (right < 0n ? -right : right) * 10n ** BigInt(leftScale);
  const rounded = (dividend / divisor + 5n) / 10n;
  return decimalText(isNegative ? -rounded : rounded, digits);
}

export function absolute(value: string): string {
  return value.startsWith('-') ? value.slice(1) : value;
}

export function plus(a: string, b: string): string {
  return sum([a, b]);
}

export function minus(a: string, b: string): string {
  return sum([a, b.startsWith('-') ? b.slice(1) : `-${b}`]);
}

export function isZero(value: string): boolean {
  return scaled(value)[0] === 0n;
}

function scaled(value: string): [bigint, number] {
  const [whole = '0', fraction = ''] = value.split('.');
  return [BigInt(whole + fraction), fraction.length];
}

function decimalText(value: bigint, scale: number): string {
  const negative = value < 0n;
  const text = String(negative ? -value : value).padStart(scale + 1, '0');
  const point = text.length - scale;
  return sum([`${negative ? '-' : ''}${text.slice(0, point)}${scale > 0 ? `.${text.slice(point)}` : ''}`]);
}
