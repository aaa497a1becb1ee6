import { dateOf } from './date.ts';
import { digitalLink } from './digital-link.ts';
import { bracketed, elementString, printed, separator } from './elements.ts';
import { gtin14, gtinsOf, upcE } from './gtin.ts';
import type { Element } from './identifiers.ts';

/** The content of a barcode. */
export interface Barcode {
  /** The text without the symbology identifier, and without blanks and control characters at its ends. */
  readonly text: string;
  /** The text for people: the elements of GS1 with their identifiers in brackets, or else `text`. */
  readonly code: string;
  /** The symbology identifier that the scanner sent, such as `]C1`; null without one. */
  readonly symbology: string | null;
  readonly gs1: Gs1 | null;
}

/** The values of a GS1 code. Each is null if the code lacks it. */
export interface Gs1 {
  readonly elements: readonly Element[];
  /** With 14 digits. Of the article itself (01), or of the articles in a logistic unit (02). */
  readonly gtin: string | null;
  /** The number of a logistic unit (00), with 18 digits. */
  readonly sscc: string | null;
  readonly lot: string | null;
  readonly serial: string | null;
  /** The date of expiry (17), or else the best-before date (15): `2027-05-31`. */
  readonly expires_on: string | null;
  /** The number of units (37, 30). */
  readonly qty: number | null;
  /** The net weight in kilograms (310n), as a decimal. */
  readonly weight_kg: string | null;
}

/** The symbology identifiers (ISO/IEC 15424) of codes that carry element strings of GS1. */
const ofGs1 = [']C1', ']d2', ']Q3', ']e0', ']J1'];

/**
 * Reads the text that a scanner sends for a barcode. A text that only resembles GS1 stays plain text: a number with
 * a wrong check digit, or a lot without its article.
 * @param year the present year, for dates of GS1, which have two digits for theirs
 */
export function readBarcode(scanned: string, year: number): Barcode {
  const [, symbology = null, data = scanned] = /^\s*(\][A-Za-z][0-9A-Za-z])(.*)$/s.exec(scanned) ?? [];
  // Some scanners end a code with Enter, Tab or EOT, and send FNC1 before it.
  const text = data.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, '');
  const isGs1 = (symbology !== null && ofGs1.includes(symbology)) || data.trimStart().startsWith(separator);
  const elements = elementsOf(text, isGs1, symbology, year);
  if (elements === null) return { text, code: text, symbology, gs1: null };
  const isNumberAlone = gtinsOf(plain(text)).length > 0;
  return { text, code: isNumberAlone ? text : printed(elements), symbology, gs1: valuesOf(elements, year) };
}

/** People type the digits of a number in the printed groups. */
const plain = (text: string) => text.replaceAll(' ', '');

function elementsOf(text: string, isGs1: boolean, symbology: string | null, year: number): Element[] | null {
  if (isGs1 || text.includes(separator)) return elementString(text, year);
  if (text.startsWith('(')) return bracketed(text, year);
  if (/^https?:/i.test(text)) return digitalLink(text, year);
  // Scanners say the same of UPC-A, UPC-E and EAN-13, but not of EAN-8.
  const [gtin = null] =
    symbology === ']E0' ? [upcE(plain(text)) ?? gtin14(plain(text)) ?? undefined] : gtinsOf(plain(text));
  if (gtin !== null) return [{ ai: '01', value: gtin }];
  // Without a sign of GS1, only the check digit of a key tells the code from the number of a part: `10250` is no lot 250.
  return /^0[0-3]/.test(text) ? elementString(text, year) : null;
}

function valuesOf(elements: readonly Element[], year: number): Gs1 {
  const first = (...identifiers: readonly string[]) => {
    const values = identifiers.map((ai) => elements.find((element) => element.ai === ai)?.value);
    return values.find((value) => value !== undefined) ?? null;
  };
  const date = first('17', '15');
  const count = Number(first('37', '30') ?? 0);
  return {
    elements,
    gtin: first('01', '02'),
    sscc: first('00'),
    lot: first('10'),
    serial: first('21'),
    expires_on: date === null ? null : dateOf(date, year),
    qty: count > 0 ? count : null,
    weight_kg: weightOf(elements),
  };
}

/** Returns the net weight: the last digit of 310n says how many of its digits are after the point. */
function weightOf(elements: readonly Element[]): string | null {
  const element = elements.find(({ ai }) => /^310[0-5]$/.test(ai));
  if (!element) return null;
  const { ai, value } = element;
  const point = value.length - Number(ai.at(-1));
  const [whole, fraction] = [value.slice(0, point), value.slice(point)].map((digits) => digits ?? '');
  const left = (whole ?? '').replace(/^0+(?=\d)/, '') || '0';
  const right = (fraction ?? '').replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}
