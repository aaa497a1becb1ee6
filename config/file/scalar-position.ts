/**
 * Returns the position of a character of a YAML scalar in its source.
 *
 * Quotes, escapes, indentation and folded lines make the text of a scalar differ from its source. The two differ only in white
 * space and escapes, so that the n-th character other than white space is the same in both.
 * @param source source of the scalar, from its first quote or its `|`
 * @param text value of the scalar
 * @param position index into the text
 * @returns index into the source
 */
export function positionInScalar(source: string, text: string, position: number): number {
  const wanted = count(text.slice(0, position));
  const units = sourceUnits(source);
  const unit = units[wanted];
  if (unit) return unit.start;
  const last = units[Math.min(wanted, units.length) - 1];
  return last ? last.end : 0;
}

interface Unit {
  readonly start: number;
  readonly end: number;
}

const count = (text: string) => text.replace(/\s/g, '').length;

/** Returns the range in the source of every character other than white space. */
function sourceUnits(source: string): Unit[] {
  const quote = source[0] === '"' || source[0] === "'" ? source[0] : undefined;
  const units: Unit[] = [];
  let at = quote ? 1 : blockHeader(source);
  while (at < source.length) {
    const end = at + unitLength(source, at, quote);
    // A doubled single quote is one unit of two characters. A single one ends the scalar.
    if (quote && source.slice(at, end) === quote) break;
    if (!blank(source.slice(at, end), quote)) units.push({ start: at, end });
    at = end;
  }
  return units;
}

/** Returns the length of the line with `|` or `>`, its indicators and its comment; 0 without one. */
function blockHeader(source: string): number {
  return /^[|>]/.test(source) ? source.indexOf('\n') + 1 : 0;
}

function unitLength(source: string, at: number, quote: string | undefined): number {
  if (quote === "'" && source.startsWith("''", at)) return 2;
  if (quote !== '"' || source[at] !== '\\') return 1;
  const digits = { x: 2, u: 4, U: 8 }[source[at + 1] ?? ''] ?? 0;
  return 2 + digits;
}

function blank(unit: string, quote: string | undefined): boolean {
  return quote === '"' && unit[0] === '\\' ? /^\\[ntr \t\n\r]$/.test(unit) : /^\s$/.test(unit);
}
