import { dateOf } from './date.ts';
import { hasCheckDigit } from './gtin.ts';

/** One value of a GS1 code with its application identifier (AI): 10 is the lot, 17 the date of expiry. */
export interface Element {
  readonly ai: string;
  readonly value: string;
}

/** The length of an application identifier, by its first two digits. Other digits begin none. */
const identifierLengths: Readonly<Record<string, number>> = {
  ...named(2, ['00', '01', '02', '03', '10', '11', '12', '13', '15', '16', '17', '20', '21', '22', '30', '37']),
  ...named(2, ['90', '91', '92', '93', '94', '95', '96', '97', '98', '99']),
  ...named(3, ['23', '24', '25', '40', '41', '42', '71']),
  ...named(4, ['31', '32', '33', '34', '35', '36', '39', '43', '70', '72', '80', '81', '82']),
};

/**
 * The length of the values that need no separator after them, by the first two digits of the identifier. The table of GS1 does not
 * grow: all other values, also those of a fixed length, end at a separator.
 */
const fixedLengths: Readonly<Record<string, number>> = {
  ...named(18, ['00']),
  ...named(14, ['01', '02', '03']),
  ...named(6, ['11', '12', '13', '15', '16', '17', '31', '32', '33', '34', '35', '36']),
  ...named(2, ['20']),
  ...named(13, ['41']),
};

/** The greatest length of a value. Those of single identifiers are below, as far as this room reads them. */
const longestValue = 90;

const isNumber = (value: string) => hasCheckDigit(value) && /[1-9]/.test(value);
const isDate = (value: string, year: number) => dateOf(value, year) !== null;
const isDigits = (value: string) => /^\d+$/.test(value);
const isCount = (value: string) => /^\d{1,8}$/.test(value);
const isName = (value: string) => value.length <= 20;
const isLongName = (value: string) => value.length <= 30;

type Check = (value: string, year: number) => boolean;

/** The form of a value, by its identifier or the first two digits of it. */
const checks: Readonly<Record<string, Check>> = {
  ...named<Check>(isNumber, ['00', '01', '02', '03', '41']),
  ...named<Check>(isDate, ['11', '12', '13', '15', '16', '17']),
  ...named<Check>(isDigits, ['20', '31', '32', '33', '34', '35', '36']),
  ...named<Check>(isCount, ['30', '37']),
  ...named<Check>(isName, ['10', '21', '22']),
  ...named<Check>(isLongName, ['240', '241', '250', '251', '400', '403']),
};

function named<T>(value: T, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, value]));
}

/** Returns the application identifier at the beginning of a text; null without an identifier. */
export function identifierAt(text: string): string | null {
  const length = identifierLengths[text.slice(0, 2)];
  const ai = length === undefined ? '' : text.slice(0, length);
  return ai !== '' && ai.length === length && /^\d+$/.test(ai) ? ai : null;
}

/** Returns the length of the values of an identifier that needs no separator; null for the others. */
export const fixedLength = (ai: string): number | null => fixedLengths[ai.slice(0, 2)] ?? null;

/** Returns whether a value has the form of its identifier. Unknown identifiers take every printable text. */
export function fits({ ai, value }: Element, year: number): boolean {
  if (value.length > longestValue || !/^[ -~]+$/.test(value)) return false;
  const length = fixedLength(ai);
  if (length !== null && value.length !== length) return false;
  const check = checks[ai] ?? checks[ai.slice(0, 2)];
  return check === undefined || check(value, year);
}
