/**
 * Ignoring case, on both sides alike: JavaScript's `toLowerCase` and PostgreSQL's `lower` under the ICU root collation are
 * the same mapping of Unicode (both ICU), whatever collation the database was made with. They can differ only in letters
 * that are newer than the older of the two ICUs (PostgreSQL as embedded: Unicode 10). A test walks all of Unicode.
 */

/** @param text SQL of a text */
export function foldedSql(text: string): string {
  return `lower(${text} COLLATE "und-x-icu")`;
}

export function folded(text: string): string {
  return text.toLowerCase();
}

/** The parts of a text with wildcards between them, as a pattern for LIKE. */
export function likePattern(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
}

/** Is the text equal to another one, but for case? */
export function equalTo(expected: string): (actual: string) => boolean {
  const wanted = folded(expected);
  // Nothing becomes ASCII by folding but ASCII and the Kelvin sign, each one unit long: so lengths must be equal.
  const length = /^\p{ASCII}*$/u.test(wanted) ? wanted.length : -1;
  return (actual) => {
    if (actual === wanted) return true;
    if (length !== -1 && actual.length !== length) return false;
    return folded(actual) === wanted;
  };
}

/** Does the text consist of these parts with anything between them, but for case? */
export function matching(parts: readonly string[]): (actual: string) => boolean {
  const wanted = parts.map(folded);
  const head = wanted[0]!;
  const tail = wanted.at(-1)!;
  const middle = wanted.slice(1, -1);
  return (actual) => {
    const text = folded(actual);
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let at = head.length;
    for (const part of middle) {
      at = text.indexOf(part, at);
      if (at === -1) return false;
      at += part.length;
    }
    return at <= end;
  };
}

/** Order by code points of the folded texts, as `COLLATE "C"` has it: below 0, 0, or above 0. */
export function orderedBy(expected: string): (actual: string) => number {
  const wanted = folded(expected);
  return (actual) => byCodePoint(folded(actual), wanted);
}

function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x === y) continue;
    // Surrogates stand for the highest code points but sort below U+E000 as units.
    const xIsHigh = x >= 0xd800 && x <= 0xdfff;
    const yIsHigh = y >= 0xd800 && y <= 0xdfff;
    if (xIsHigh !== yIsHigh) return xIsHigh ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}
