/** The postal codes of a delivery area: one code, a prefix (`13*`), or a range (`10115-10179`, `SW1*-SW9*`). */
export interface PostalArea {
  readonly text: string;
  readonly first: string;
  readonly last: string;
  /** True for prefixes: only the beginning of a code is compared. */
  readonly open: boolean;
}

/**
 * Parses an area of the operators' file.
 * @returns a sentence about the fault if it cannot be parsed
 */
export function postalArea(text: string): PostalArea | string {
  const ends = text.split('-').map((end) => end.trim());
  const [from = '', to = from] = ends;
  if (ends.length > 2 || !end.test(from) || !end.test(to)) {
    return 'expected a postal code such as "10115", a prefix such as "13*", or a range such as "10115-10179"';
  }
  const open = from.endsWith('*');
  if (to.endsWith('*') !== open) return 'expected * at both ends of the range, or at none';
  const [first, last] = [plainCode(from), plainCode(to)];
  if (shape(first) !== shape(last)) return `expected both ends of the range in the form of ${first}`;
  if (first > last) return `expected the lower end of the range first: ${last}-${first}`;
  return { text, first, last, open };
}

/** Letters, digits, single blanks and an optional star. A hyphen separates the ends of a range. */
const end = /^[0-9A-Za-z]+( [0-9A-Za-z]+)*\*?$/;

/**
 * Returns a code without spaces, hyphens and case, for comparison: `sw1a 1aa` equals `SW1A1AA`, and `2100-042`
 * equals `2100042`.
 */
export function plainCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

/**
 * Returns the forms of a postal code that are compared with areas. British areas are named by outward codes, which are the code
 * without its last three characters, so that `SW1` does not cover `SW10`. Of American codes only the first five digits count
 * (ZIP+4).
 * @param country ISO 3166-1 alpha-2
 */
export function formsOf(code: string, country: string): readonly string[] {
  const whole = plainCode(code);
  if (country === 'GB') return [whole, whole.slice(0, -3)];
  return country === 'US' ? [whole.slice(0, 5)] : [whole];
}

/** Returns true if the area covers the code. @param code one of `formsOf` */
export function areaCovers({ first, last, open }: PostalArea, code: string): boolean {
  const compared = open ? code.slice(0, first.length) : code;
  return shape(compared) === shape(first) && first <= compared && compared <= last;
}

/** Returns true if the area covers every code of the other area, which then has no effect. */
export function areaHides(area: PostalArea, other: PostalArea): boolean {
  if (!area.open && other.open) return false;
  return areaCovers(area, other.first) && areaCovers(area, other.last);
}

/** Returns the pattern of digits and letters. Only codes of the same pattern have an order. */
function shape(code: string): string {
  return code.replaceAll(/\d/g, '0').replaceAll(/[A-Z]/g, 'A');
}
