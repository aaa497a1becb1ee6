/**
 * Case folding. JavaScript's `toLowerCase` and PostgreSQL's `lower` under the ICU root collation are the same mapping of Unicode,
 * for any collation of the database. They can differ only in letters newer than the older ICU (embedded PostgreSQL: Unicode 10).
 * A test compares all of Unicode.
 */

/** @param text SQL of a text */
export function foldedSql(text: string): string {
  return `lower(${text} COLLATE "und-x-icu")`;
}

export function folded(text: string): string {
  return text.toLowerCase();
}

/** Returns the pattern for LIKE of the parts of a text with wildcards between them. */
export function likePattern(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
}

/** Returns a test for equality without case. */
export function equalTo(expected: string): (actual: string) => boolean {
  const wanted = folded(expected);
  // Only ASCII and the Kelvin sign fold to ASCII, each of one unit, so that equal texts have equal lengths.
  const length = /^\p{ASCII}*$/u.test(wanted) ? wanted.length : -1;
  return (actual) => {
    if (actual === wanted) return true;
    if (length !== -1 && actual.length !== length) return false;
    return folded(actual) === wanted;
  };
}

/** Returns a test for texts that consist of these parts, without case, with any text between them. */
export function matching(parts: readonly string[]): (actual: string) => boolean {
  const wanted = parts.map(folded);
  const head = wanted[0] ?? '';
  const tail = wanted.at(-1) ?? '';
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

/** Returns a comparison by code points of the folded texts, like `COLLATE "C"`: negative, 0 or positive. */
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
    // Surrogates represent the highest code points, but their units are below U+E000.
    const xIsHigh = x >= 0xd800 && x <= 0xdfff;
    const yIsHigh = y >= 0xd800 && y <= 0xdfff;
    if (xIsHigh !== yIsHigh) return xIsHigh ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}
