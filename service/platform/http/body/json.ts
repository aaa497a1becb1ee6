/** JSON as the interface reads it: a number that a binary float cannot hold becomes text, and the depth has a limit. */

const deepest = 64;
/** A binary float preserves every decimal of up to 15 significant digits. */
const safeDigits = 15;

export class TooDeep extends Error {}

/**
 * Parses JSON. A number that a binary float would change becomes text with its digits. The decimal and integer types of
 * `coerce.ts` take both forms.
 * @throws SyntaxError for invalid JSON, {@link TooDeep} for more than 64 levels
 */
export function parseJson(source: string): unknown {
  const quoted = quoteLongNumbers(source);
  return JSON.parse(quoted);
}

/** Writes quotes around the numbers that a binary float would change. */
function quoteLongNumbers(source: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let depth = 0;
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '"') {
      at = afterString(source, at);
    } else if (startsNumber(character)) {
      const end = afterNumber(source, at);
      const written = source.slice(at, end);
      if (losesDigits(written)) {
        pieces.push(source.slice(copied, at), '"', written, '"');
        copied = end;
      }
      at = end;
    } else {
      depth += levelsOpened(character);
      if (depth > deepest) throw new TooDeep(`The body is nested more than ${deepest} levels deep.`);
      at += 1;
    }
  }
  return copied === 0 ? source : pieces.join('') + source.slice(copied);
}

const startsNumber = (character: string) => character === '-' || (character >= '0' && character <= '9');

/** Returns by how many levels a character outside of texts changes the depth: 1, 0 or -1. */
function levelsOpened(character: string): number {
  if (character === '{' || character === '[') return 1;
  return character === '}' || character === ']' ? -1 : 0;
}

/** Floats that a program prints, such as 71.28571428571429, have 16 or 17 digits, and a parser returns the same float. */
function losesDigits(written: string): boolean {
  if (written.length <= safeDigits || String(Number(written)) === written) return false;
  if (written.replace(/[eE].*$/, '').replace(/\D/g, '').length <= safeDigits) return false;
  // The parser refuses anything that is not a JSON number.
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(written);
}

function afterString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function afterNumber(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && '0123456789.eE+-'.includes(source.charAt(at))) at += 1;
  return at;
}
