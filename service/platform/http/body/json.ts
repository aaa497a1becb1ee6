/** JSON as the interface reads it: a number that a binary float cannot hold becomes text, and depth and number of objects have limits. */

const deepest = 64;
/**
 * Objects and lists in a body. The longest list of an operation has 10,000 objects. A body of 1 MiB has room for 350,000, which
 * take the parser a tenth of a second.
 */
const mostObjects = 50_000;
/** A binary float preserves every decimal of up to 15 significant digits. */
const safeDigits = 15;

/** The body is deeper or has more objects than the interface reads. */
export class TooComplex extends Error {}

/**
 * Parses JSON. A number that a binary float would change becomes text with its digits. The decimal and integer types of
 * `coerce.ts` take both forms.
 * @throws SyntaxError for invalid JSON, {@link TooComplex} for more than 64 levels, or 50,000 objects and lists
 */
export function parseJson(source: string): unknown {
  return JSON.parse(quoteLongNumbers(source));
}

const [quote, backslash, minus, zero, nine] = [0x22, 0x5c, 0x2d, 0x30, 0x39];

/** Writes quotes around the numbers that a binary float would change. It compares codes: a body of 1 MiB so takes milliseconds. */
function quoteLongNumbers(source: string): string {
  const pieces: string[] = [];
  let copied = 0;
  const structure = new Structure();
  let at = 0;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code === quote) {
      at = afterString(source, at);
    } else if (code === minus || (code >= zero && code <= nine)) {
      const end = afterNumber(source, at);
      if (end - at > safeDigits && losesDigits(source.slice(at, end))) {
        pieces.push(source.slice(copied, at), '"', source.slice(at, end), '"');
        copied = end;
      }
      at = end;
    } else {
      structure.add(code);
      at += 1;
    }
  }
  return copied === 0 ? source : pieces.join('') + source.slice(copied);
}

/** The depth and the number of objects and lists of a body. */
class Structure {
  #depth = 0;
  #objects = 0;

  /**
   * Counts a character outside of texts and numbers.
   * @throws TooComplex
   */
  add(code: number): void {
    if (code === 0x7b || code === 0x5b) {
      this.#depth += 1;
      this.#objects += 1;
      if (this.#depth > deepest) throw new TooComplex(`The body is nested more than ${deepest} levels deep.`);
      if (this.#objects > mostObjects) {
        throw new TooComplex(
          `The body has more than ${mostObjects} objects and lists. Divide it into several requests.`,
        );
      }
    } else if (code === 0x7d || code === 0x5d) {
      this.#depth -= 1;
    }
  }
}

/** Floats that a program prints, such as 71.28571428571429, have 16 or 17 digits, and a parser returns the same float. */
function losesDigits(written: string): boolean {
  if (digitsOf(written) <= safeDigits || String(Number(written)) === written) return false;
  // The parser refuses anything that is not a JSON number.
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(written);
}

/** Returns the number of digits before an exponent. */
function digitsOf(written: string): number {
  let digits = 0;
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at);
    if (code === 0x65 || code === 0x45) break;
    if (code >= zero && code <= nine) digits += 1;
  }
  return digits;
}

function afterString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code === quote) return at + 1;
    at += code === backslash ? 2 : 1;
  }
  return at + 1;
}

/** Returns the end of the digits, signs, points and exponents from `start` on. */
function afterNumber(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && isOfNumber(source.charCodeAt(at))) at += 1;
  return at;
}

const isOfNumber = (code: number) =>
  (code >= zero && code <= nine) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === minus;
