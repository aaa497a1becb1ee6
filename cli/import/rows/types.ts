import { decimal } from '../../../expressions/decimal.ts';

/** The types of a field. */

export const valueTypes = ['text', 'decimal', 'whole', 'date', 'flag'] as const;
export type ValueType = (typeof valueTypes)[number];

/** How a file writes numbers and dates. */
export interface Writing {
  readonly decimalPoint: '.' | ',';
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
  if (type === 'date') return `a date such as ${dates ?? 'YYYY-MM-DD'}`;
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

/** Parses a decimal. Grouped thousands are refused, because 1.234 and 1,234 mean different numbers to different people. */
function readDecimal(text: string, point: '.' | ','): string | undefined {
  const plain = point === ',' ? (text.includes('.') ? '' : text.replace(',', '.')) : text;
  return decimal(plain.replace(/^\+/, '').replace(/^(-?)\./, '$10.')) ?? undefined;
}

function readFlag(text: string): boolean | undefined {
  if (/^(1|true|yes|y)$/i.test(text)) return true;
  if (/^(0|false|no|n)$/i.test(text)) return false;
  return undefined;
}

const isoDate = /^(?<YYYY>\d{4})-(?<MM>\d\d)-(?<DD>\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

function readDate(text: string, pattern: string | undefined): string | undefined {
  const parts = (pattern === undefined ? isoDate : datePattern(pattern)).exec(text)?.groups;
  if (!parts) return undefined;
  const { YYYY, MM = '', DD = '' } = parts;
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
  return new RegExp(`^${source}(?:[ T]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?$`);
}
