/** Codes that a delivery area covers: one code, all that begin alike (`13*`), or a stretch (`10115-10179`, `SW1*-SW9*`). */
export interface PostalArea {
  readonly text: string;
  readonly first: string;
  readonly last: string;
  /** Codes may go on after what is compared. */
  readonly open: boolean;
}

/**
 * Reads an area as operators write it.
 * @returns what is wrong with it, as a sentence, where it cannot be read
 */
export function postalArea(text: string): PostalArea | string {
  const ends = text.split('-').map((end) => end.trim());
  const [from = '', to = from] = ends;
  if (ends.length > 2 || !end.test(from) || !end.test(to)) {
    return 'expected a postal code such as "10115", a beginning such as "13*", or a stretch such as "10115-10179"';
  }
  const open = from.endsWith('*');
  if (to.endsWith('*') !== open) return 'expected * at both ends of the stretch, or at none';
  const [first, last] = [plainCode(from), plainCode(to)];
  if (shape(first) !== shape(last)) return `expected both ends of the stretch to look alike, as ${first} does`;
  if (first > last) return `expected the lower end of the stretch first: ${last}-${first}`;
  return { text, first, last, open };
}

/** Letters, digits and single blanks, and perhaps a star: no hyphen, which makes a stretch. */
const end = /^[0-9A-Za-z]+( [0-9A-Za-z]+)*\*?$/;

/** A code as codes are compared: `sw1a 1aa` and `SW1A1AA` are the same, and so are `2100-042` and `2100042`. */
export function plainCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

/**
 * The forms in which a code of a country is looked for. In the United Kingdom areas are named by outward codes, all but the last
 * three characters: `SW1` is another one than `SW10`, though it begins alike. In the United States what follows the first five
 * digits is left out (ZIP+4).
 * @param country ISO 3166-1 alpha-2
 */
export function formsOf(code: string, country: string): readonly string[] {
  const whole = plainCode(code);
  if (country === 'GB') return [whole, whole.slice(0, -3)];
  return country === 'US' ? [whole.slice(0, 5)] : [whole];
}

/** @param code one of `formsOf` */
export function areaCovers({ first, last, open }: PostalArea, code: string): boolean {
  const compared = open ? code.slice(0, first.length) : code;
  return shape(compared) === shape(first) && first <= compared && compared <= last;
}

/** True where no code of the other area is left to it: it would never be asked. */
export function areaHides(area: PostalArea, other: PostalArea): boolean {
  if (!area.open && other.open) return false;
  return areaCovers(area, other.first) && areaCovers(area, other.last);
}

/** Digits stand for digits, letters for letters: only codes that look alike have an order. */
function shape(code: string): string {
  return code.replaceAll(/\d/g, '0').replaceAll(/[A-Z]/g, 'A');
}
