/** Decimals as exact text. A binary float is used only where it cannot differ. */

const plain = /^-?\d+(?:\.\d+)?$/;
const withExponent = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/;

/**
 * Up to this many characters a decimal has at most 15 digits, and then its nearest double tells it apart from every other
 * such decimal, in the same order (IEEE 754: 15 digits survive the way there and back).
 */
const safeLength = 15;

/** The shortest way to write a decimal, without exponent; null where the text is none. */
export function decimal(text: string): string | null {
  const expanded = plain.test(text) ? text : withoutExponent(text);
  if (expanded === null) return null;
  const negative = expanded.startsWith('-');
  const [whole = '', fraction = ''] = expanded.slice(negative ? 1 : 0).split('.');
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = fraction.replace(/0+$/, '');
  const magnitude = right === '' ? left : `${left}.${right}`;
  return negative && magnitude !== '0' ? `-${magnitude}` : magnitude;
}

/** JavaScript writes large and small numbers with an exponent. */
function withoutExponent(text: string): string | null {
  const parts = withExponent.exec(text);
  if (!parts) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * What compares a row's number, as JSON number or as text, with this one: below 0, 0, or above 0 like `sort`; NaN where
 * there is none, so that no comparison holds.
 * @param expected as `decimal` writes it
 */
export function comparedWith(expected: string): (actual: unknown) => number {
  const exactly = (actual: string) => {
    const text = decimal(actual);
    return text === null ? Number.NaN : compare(text, expected);
  };
  if (expected.length > safeLength) {
    return (actual) =>
      typeof actual === 'string' || typeof actual === 'number' ? exactly(String(actual)) : Number.NaN;
  }
  const near = Number(expected);
  return (actual) => {
    if (typeof actual === 'number') return actual - near;
    if (typeof actual !== 'string') return Number.NaN;
    return actual.length <= safeLength ? Number(actual) - near : exactly(actual);
  };
}

/** The exact sum of numbers, as JSON numbers or as text; what is no number does not count. */
export function sum(values: Iterable<unknown>): string {
  let total = 0n;
  let scale = 0;
  for (const value of values) {
    const text = typeof value === 'string' || typeof value === 'number' ? decimal(String(value)) : null;
    if (text === null) continue;
    const [whole = '', fraction = ''] = text.split('.');
    if (fraction.length > scale) {
      total *= 10n ** BigInt(fraction.length - scale);
      scale = fraction.length;
    }
    total += BigInt(whole + fraction.padEnd(scale, '0'));
  }
  const negative = total < 0n;
  const digits = String(negative ? -total : total).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return decimal(`${negative ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`)!;
}

/** Both as `decimal` writes them. */
function compare(a: string, b: string): number {
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) return negative ? -1 : 1;
  const [aWhole = '', aFraction = ''] = a.slice(negative ? 1 : 0).split('.');
  const [bWhole = '', bFraction = ''] = b.slice(negative ? 1 : 0).split('.');
  const order = aWhole.length - bWhole.length || ordered(aWhole, bWhole) || ordered(aFraction, bFraction);
  return negative ? -order : order;
}

function ordered(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
