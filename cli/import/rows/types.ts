import { decimal } from '../../../lib/expressions/decimal.ts';

/** The types of a field. */

export const valueTypes = ['text', 'decimal', 'whole', 'date', 'flag'] as const;
export type ValueType = (typeof valueTypes)[number];

/** How a file writes numbers and dates. */
export interface Writing {
  /** `any`: each number says it by its form, and one separator before three digits is ambiguous. */
  readonly decimalPoint: '.' | ',' | 'any';
  /** A pattern such as `DD.MM.YYYY`; undefined for ISO 8601. */
  readonly dates: string | undefined;
}

export const plainWriting: Writing = { decimalPoint: '.', dates: undefined };

const expectations: Readonly<Record<ValueType, string>> = {
  text: 'text',
  decimal: 'a decimal number',
  whole: 'a whole number',
  date: 'a date',
  flag: 'yes or no',
};

export function expected(type: ValueType, { decimalPoint, dates }: Writing): string {
  if (type === 'decimal' && decimalPoint === ',') return 'a decimal number with a comma';
  if (type === 'decimal' && decimalPoint === 'any')
    return 'a decimal number whose separator is clear, such as 1.234,50';
  if (type === 'date')
    return dates === undefined
      ? 'a date such as YYYY-MM-DD, or another form that `dates` of the file names'
      : `a date such as ${dates}`;
  return expectations[type];
}

/**
 * Parses a value as its file writes it.
 * @returns numbers as shortest text, dates as YYYY-MM-DD; undefined if the text does not fit the type
 */
export function readValue(text: string, type: ValueType, writing: Writing): string | boolean | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'decimal':
      return readDecimal(text, writing.decimalPoint);
    case 'whole': {
      const value = readDecimal(text, writing.decimalPoint);
      return value?.includes('.') ? undefined : value;
    }
    case 'date':
      return readDate(text, writing.dates);
    case 'flag':
      return readFlag(text);
  }
}

/** Signs and codes of currencies before or after a number. */
const currency = /^(?:\p{Sc}|[A-Z]{3}(?=[\s\d(.-]))\s*|\s*(?:\p{Sc}|(?<=[\s\d).-])[A-Z]{3})$/gu;
/** Separators of groups of three digits, in addition to the comma or the point that is not the decimal separator. */
const spaces = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3})/g;

/**
 * Parses a decimal as shops and spreadsheets write it: with the sign of a currency, with groups of three digits, negative in
 * parentheses or with the sign behind, with an exponent. A comma or a point that is not the decimal separator must group all digits.
 */
function readDecimal(text: string, written: Writing['decimalPoint']): string | undefined {
  let plain = text
    .trim()
    .replaceAll('\u2212', '-')
    .replace(currency, '')
    .replace(currency, '')
    .replace(spaces, '')
    .trim();
  let isNegative = false;
  const inParentheses = /^\((.+)\)$/.exec(plain)?.[1];
  if (inParentheses !== undefined) [plain, isNegative] = [inParentheses.replace(currency, '').trim(), true];
  else if (/^[^-]+-$/.test(plain)) [plain, isNegative] = [plain.slice(0, -1), true];
  const point = written === 'any' ? pointOf(plain) : written;
  if (point === undefined) return undefined;
  const group = point === ',' ? '.' : ',';
  if (plain.includes(group)) {
    const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${point}\\d*)?$`);
    if (!grouped.test(plain)) return undefined;
    plain = plain.replaceAll(group, '');
  }
  plain = plain
    .replace(',', '.')
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  // Spreadsheets write large and small numbers as 1.5E+3. No quantity has an exponent of three digits.
  if (/e[+-]?\d{3}/i.test(plain)) return undefined;
  return decimal(isNegative ? `-${plain}` : plain) ?? undefined;
}

/** Returns the decimal separator of a number by its form: `1.234,5`, `4,90`, `1,234,567`. `1.234` says nothing. */
function pointOf(text: string): '.' | ',' | undefined {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return '.';
  const mark = text[last] as '.' | ',';
  const other = mark === '.' ? ',' : '.';
  if (text.includes(other)) return mark;
  if (text.indexOf(mark) !== last) return other;
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? undefined : mark;
}

function readFlag(text: string): boolean | undefined {
  if (/^(1|true|yes|y|on|x|ja|wahr|oui|vrai|si|sí)$/i.test(text)) return true;
  if (/^(0|false|no|n|off|nein|falsch|non|faux)$/i.test(text)) return false;
  return undefined;
}

/** The time behind a day, with its offset. Only the day counts. */
const time = String.raw`(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AaPp][Mm])?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?`;

const isoDate = new RegExp(
  String.raw`^(?:(?<YYYY>\d{4})-(?<MM>\d{1,2})-(?<DD>\d{1,2})${time}|(?<Y>\d{4})(?<M>\d\d)(?<D>\d\d))$`,
);

function readDate(text: string, pattern: string | undefined): string | undefined {
  const parts = (pattern === undefined ? isoDate : datePattern(pattern)).exec(text)?.groups;
  if (!parts) return undefined;
  const { YYYY = parts.Y, MM = parts.M ?? '', DD = parts.D ?? '' } = parts;
  const iso = `${YYYY}-${MM.padStart(2, '0')}-${DD.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // JavaScript turns the 31st of February into the 3rd of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** Returns a regular expression for a pattern such as `DD.MM.YYYY`. Day and month have one or two digits; a time may follow. */
function datePattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace('YYYY', '(?<YYYY>\\d{4})')
    .replace(/MM?/, '(?<MM>\\d{1,2})')
    .replace(/DD?/, '(?<DD>\\d{1,2})');
  return new RegExp(`^${source}${time}$`);
}
