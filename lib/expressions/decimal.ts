/** Exact decimals as text. Binary floats are used only if the result is the same. */

const plain = /^-?\d+(?:\.\d+)?$/;
const withExponent = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/;

/**
 * Greatest length of a decimal with at most 15 digits. Doubles represent such decimals in the same order and without collisions
 * (IEEE 754 guarantees 15 digits).
 */
const safeLength = 15;

/** Returns the shortest form of a decimal without exponent; null if the text is not a decimal. */
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

/** Converts the exponent form, which JavaScript uses for large and small numbers. */
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
 * Returns a function that compares a number of a row, as JSON number or text, with this one. Its result is negative, 0 or
 * positive as for `sort`, and NaN for other values, so that no comparison holds.
 * @param expected in the form of `decimal`
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

/** Returns the exact sum of JSON numbers and texts. Other values are ignored. */
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
  const text = `${negative ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
  return decimal(text) ?? text;
}

/** Compares two decimals in the form of `decimal`. */
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
