import { z } from 'zod';
import { decimal as plainDecimal } from '../../../lib/expressions/decimal.ts';
import { dayAlone, instant, isShifted, momentText } from '../../../lib/expressions/instant.ts';
import { identifier as identifierOf, isSpoiled } from '../../../lib/expressions/texts/identifier.ts';
import { largestId } from '../ids/ids.ts';
import { noCustomFields } from '../problems/no-custom-fields.ts';
import { mostErrors } from '../problems/problems.ts';

/**
 * Types for bodies and queries. Existing clients send numbers as strings, and some bodies url-encoded. Each type takes every
 * form of its value and returns one form. The description has the form that answers have, because generators of clients
 * make no working type of several forms. A value that cannot be converted gets a sentence that says why.
 */

const largestInteger = 2_147_483_647;

/** A conversion throws this. It becomes the error of the field. It has no stack, which would cost more than the conversion. */
class Unfit {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function coerced<T>(description: Record<string, unknown>, convert: (value: unknown) => T): z.ZodType<T> {
  return z
    .unknown()
    .transform((value, context): T => {
      try {
        if (value === undefined) throw new Unfit('is required');
        return convert(value);
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    })
    .meta(description);
}

/**
 * A value that may be left out. Null means the same, because some clients write every field of a record and null for empty
 * ones. Fields that can be empty use `nullish()` instead.
 */
export function omittable<T>(type: z.ZodType<T>) {
  return type.nullish().transform((value): T | undefined => value ?? undefined);
}

export interface ListOptions {
  readonly least?: number;
  readonly most?: number;
  /** Advice for a caller with more entries. */
  readonly hint?: string;
  /** Lists within the entries, and the greatest number of their entries in all. */
  readonly inner?: { readonly names: readonly string[]; readonly most: number };
}

/**
 * A list with a greatest length. The length is checked before the entries, because 350,000 entries fit into a body. The check ends
 * at the first {@link mostErrors} wrong fields.
 */
export function list<T>(entry: z.ZodType<T>, options: ListOptions = {}): z.ZodType<T[]> {
  const { least = 0, most = mostEntries } = options;
  const lacksCustom = 'shape' in entry && !('custom' in (entry.shape as object));
  const { $schema, ...items } = z.toJSONSchema(entry, { io: 'input', unrepresentable: 'any' });
  return z
    .unknown()
    .transform((value, context): T[] => {
      const refusal = lengthRefusal(value, options);
      if (refusal !== null) {
        context.addIssue({ code: 'custom', message: refusal });
        return z.NEVER;
      }
      const entries: T[] = [];
      let errors = 0;
      for (const [index, one] of (value as unknown[]).entries()) {
        const result = entry.safeParse(one);
        if (lacksCustom && (one as { custom?: unknown } | null)?.custom != null) {
          context.addIssue({ code: 'custom', message: noCustomFields, path: [index, 'custom'] });
          errors += 1;
        }
        if (result.success) entries.push(result.data);
        for (const issue of result.error?.issues ?? []) {
          context.addIssue({ ...issue, path: [index, ...issue.path] } as never);
          errors += 1;
        }
        if (errors >= mostErrors) break;
      }
      return entries;
    })
    .meta({ type: 'array', ...(least > 0 ? { minItems: least } : {}), maxItems: most, items });
}

/** Returns why the length of a list is refused; null if it is not. */
function lengthRefusal(value: unknown, { least = 0, most = mostEntries, hint, inner }: ListOptions): string | null {
  if (!Array.isArray(value)) return value === undefined ? 'is required' : 'must be a list';
  const advice = hint === undefined ? '' : `: ${hint}`;
  if (value.length < least) return `must hold at least ${least}`;
  if (value.length > most) return `may hold ${most} at most, and holds ${value.length}${advice}`;
  if (!inner) return null;
  const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  const within = value.reduce<number>(
    (sum, one) => inner.names.reduce((all, name) => all + lengthOf(one?.[name]), sum),
    0,
  );
  if (within <= inner.most) return null;
  return `may hold ${inner.most} ${inner.names.join(' and ')} at most, and holds ${within}${advice}`;
}

/** The greatest number of ids in a list, of words in one, and of entries in one of the other lists that have no limit of their own. */
export const mostIds = 10_000;
const mostWords = 1_000;
export const mostEntries = 10_000;

/**
 * Returns the entries of a list: an array, one value alone, or text with commas.
 * @param longest characters of an entry. Text that is too long for `most` entries is not divided
 */
function entriesOf(value: unknown, most: number, longest: number): unknown[] {
  const isLong = typeof value === 'string' && value.length > most * (longest + 2) + 2;
  const entries = Array.isArray(value) ? value : typeof value === 'string' && !isLong ? parts(value) : [value];
  if (entries.length > most) throw new Unfit(`may hold ${most} at most, and holds ${entries.length}`);
  if (isLong) throw new Unfit(`may hold ${most} at most, and is longer`);
  return entries;
}

/** A whole number in the range of PostgreSQL’s `integer`, for counts and measures. */
export function integer({ min = -largestInteger, max = largestInteger } = {}): z.ZodType<number> {
  const description = { type: 'integer', minimum: min, maximum: max };
  return coerced(description, (value) => wholeNumber(value, min, max));
}

const idDescription = {
  title: 'Id',
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: largestId,
};

/**
 * The id of a record. The operation checks that the record exists.
 * @param hint the end of a refusal, such as where the ids are listed
 */
export function id(hint?: string): z.ZodType<number> {
  return coerced(idDescription, (value) => withHint(hint, () => wholeNumber(value, 1, largestId)));
}

/** Calls a function, and adds a hint to its refusal. */
function withHint<T>(hint: string | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unfit && hint !== undefined ? new Unfit(`${error.message}: ${hint}`) : error;
  }
}

function wholeNumber(value: unknown, min: number, max: number): number {
  // Almost all values. A list may have thousands of them.
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max) return (value as number) + 0;
  const plain = exactNumber(value);
  if (plain === null || plain.includes('.')) throw new Unfit(`must be a whole number${shown(value)}`);
  const number = Number(plain);
  if (number < min) throw new Unfit(`must be at least ${min}${shown(value)}`);
  if (number > max) throw new Unfit(`must be at most ${max}${shown(value)}`);
  return number;
}

/** Characters of a number as text. Larger numbers are out of every range. */
const longestNumber = 400;

/** Returns the digits of a number, or of text that is a number; null for anything else. */
function exactNumber(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'string' && value.length > longestNumber) return null;
  return plainDecimal(String(value).trim().replace(/^\+/, ''));
}

/**
 * Ids of records: an array, one id, or text with commas. The result has each id once, in the order of the request.
 * @param options.empty true if an empty list is valid
 * @param options.most the greatest number of ids
 * @param options.hint the end of the refusal of an entry, such as where the ids are listed
 */
export function idList({
  empty = false,
  most = mostIds,
  hint,
}: {
  empty?: boolean;
  most?: number;
  hint?: string;
} = {}): z.ZodType<number[]> {
  const description = {
    title: idListTitle(empty, most),
    type: 'array',
    items: { ...idDescription },
    maxItems: most,
    ...(empty ? {} : { minItems: 1 }),
  };
  return coerced(description, (value) => {
    const list = entriesOf(value, most, longestId);
    const ids = [...new Set(list.map((one) => withHint(hint, () => wholeNumber(one, 1, largestId))))];
    if (ids.length === 0 && !empty) throw new Unfit('must hold at least one id');
    return ids;
  });
}

/** Digits of the greatest id. */
const longestId = 16;

function idListTitle(empty: boolean, most: number): string {
  if (most !== mostIds) return `IdsUpTo${most}`;
  return empty ? 'Ids' : 'IdList';
}

/** Ids in the query of an address, such as `17,18`. An id that no record can have matches no record, as in a path. */
export function idsInQuery(): z.ZodType<number[]> {
  const pattern = '^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15})*$';
  const description = { description: 'Ids of records, with commas between them', type: 'string', pattern };
  return coerced(description, (value) => {
    if (typeof value !== 'string' || !new RegExp(pattern).test(value)) {
      throw new Unfit('must be ids with commas between them, such as 17,18');
    }
    return [...new Set(value.split(',').map(Number))];
  });
}

function parts(text: string): string[] {
  return text.trim() === '' ? [] : text.replace(/^\s*\[|\]\s*$/g, '').split(',');
}

export interface DecimalOptions {
  /** Digits after the point. A value with more digits is refused and not rounded. */
  readonly scale?: number;
  /** Digits before the point. */
  readonly digits?: number;
  /** True if the value must be more than 0. */
  readonly positive?: boolean;
  /** True if the value may be less than 0. */
  readonly negative?: boolean;
}

/** Digits after the point of amounts per unit and of prices, as PostgreSQL stores them. */
export const amountScale = 6;

/** Digits before the point of an amount: its product with the largest quantity fits into a total. */
const amountDigits = 9;

/**
 * An amount or a price, rounded half up to six digits after the point.
 * @param options.negative false if the value must not be less than 0. Lines, discounts, fees and taxes may have any number
 */
export function amount({ negative = true }: Pick<DecimalOptions, 'negative'> = {}): z.ZodType<string> {
  const most = 10 ** amountDigits;
  const least = negative ? { exclusiveMinimum: -most } : { minimum: 0 };
  return coerced({ type: 'number', ...least, exclusiveMaximum: most }, (value) => {
    const plain = exactNumber(value);
    if (plain === null) throw new Unfit(`must be a number${shown(value)}`);
    if (!negative && plain.startsWith('-')) throw new Unfit(`must not be less than 0${shown(value)}`);
    const rounded = roundHalfUp(plain, amountScale);
    const whole = rounded.replace('-', '').split('.')[0] ?? '';
    if (whole.length > amountDigits)
      throw new Unfit(`may have ${amountDigits} digits before the point at most${shown(value)}`);
    return rounded;
  });
}

/** Returns decimal digits with `scale` of them after the point at most. A half is rounded away from zero, as PostgreSQL does. */
function roundHalfUp(plain: string, scale: number): string {
  const [whole = '0', fraction = ''] = plain.replace('-', '').split('.');
  if (fraction.length <= scale) return plain;
  const units = BigInt(whole + fraction.slice(0, scale)) + (fraction.charAt(scale) >= '5' ? 1n : 0n);
  const digits = units.toString().padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
  return plain.startsWith('-') && text !== '0' ? `-${text}` : text;
}

/** An exact decimal. It is text from the request to PostgreSQL’s `numeric`. By default it is at least 0. */
export function decimal(options: DecimalOptions = {}): z.ZodType<string> {
  const { scale = 6, digits = 12, positive = false, negative = false } = options;
  const most = 10 ** digits;
  const least = positive ? { exclusiveMinimum: 0 } : negative ? { exclusiveMinimum: -most } : { minimum: 0 };
  const description = { type: 'number', ...least, exclusiveMaximum: most };
  return coerced(description, (value) => {
    const plain = exactNumber(value);
    if (plain === null) throw new Unfit(`must be a number${shown(value)}`);
    const [whole = '', fraction = ''] = plain.replace('-', '').split('.');
    if (positive && (plain.startsWith('-') || plain === '0')) throw new Unfit(`must be more than 0${shown(value)}`);
    if (!negative && plain.startsWith('-')) throw new Unfit(`must not be less than 0${shown(value)}`);
    if (fraction.length > scale) throw new Unfit(`may have ${scale} digits after the point at most${shown(value)}`);
    if (whole.length > digits) throw new Unfit(`may have ${digits} digits before the point at most${shown(value)}`);
    return plain;
  });
}

export interface TextOptions {
  /** The least number of characters, without blanks around the text. */
  readonly min?: number;
  /** The form of the text, and a description of it: "must be an e-mail address". */
  readonly shape?: RegExp;
  readonly otherwise?: string;
}

/**
 * Text. A number becomes its digits: clients send numbers of orders and parts in both forms.
 * @param max characters
 */
export function text(max: number, { min = 0, shape, otherwise = 'does not fit' }: TextOptions = {}): z.ZodType<string> {
  const description = {
    type: 'string',
    maxLength: max,
    ...(min > 0 ? { minLength: min } : {}),
    ...(shape ? { pattern: shape.source } : {}),
  };
  return coerced(description, (value) => {
    const content = written(value);
    const characters = content.length > max ? charactersOf(content) : content.length;
    if (characters > max) throw new Unfit(`may have ${max} characters at most; it has ${characters}`);
    if (content.trim().length < min)
      throw new Unfit(min === 1 ? 'must not be empty' : `must have ${min} characters or more`);
    if (shape && !shape.test(content)) throw new Unfit(otherwise);
    return content;
  });
}

/** Returns a value as text. A number becomes its digits. */
function written(value: unknown): string {
  const content = typeof value === 'number' ? String(value) : value;
  if (typeof content !== 'string') throw new Unfit(`must be text${shown(value)}`);
  if (content.includes('\0')) throw new Unfit('must not hold a NUL character');
  return content;
}

/**
 * A text that identifies a record: a number, a code, a lot, a serial number, an e-mail address, a unique name. It
 * is stored without blanks at its ends and without invisible characters, in NFC.
 * @param max characters
 */
export function identifier(max: number, options: TextOptions = {}): z.ZodType<string> {
  const fits = text(max, options);
  const description = z.toJSONSchema(fits, { io: 'input', unrepresentable: 'any' });
  const { $schema, ...schema } = description;
  return coerced(schema, (value) => {
    const content = identifierOf(written(value));
    if (isSpoiled(content)) {
      const why = 'has lost its digits: a spreadsheet writes long numbers this way';
      throw new Unfit(`${why}. Format the column as text, and send the digits${shown(value)}`);
    }
    const result = fits.safeParse(content);
    if (!result.success) throw new Unfit(result.error.issues[0]?.message ?? 'does not fit');
    return content;
  });
}

/** Returns the number of characters. One beyond the basic plane has two code units, and the second is a low surrogate. */
function charactersOf(content: string): number {
  let characters = content.length;
  for (let at = 0; at < content.length; at++) if ((content.charCodeAt(at) & 0xfc00) === 0xdc00) characters -= 1;
  return characters;
}

/** A list of texts, or one text with commas. The result has each text once. */
export function words(max: number, { shape, example }: { shape: RegExp; example: string }): z.ZodType<string[]> {
  const description = {
    type: 'array',
    description: `Each such as ${example}. One text with commas is accepted too`,
    items: { type: 'string', maxLength: max, pattern: shape.source },
    maxItems: mostWords,
  };
  return coerced(description, (value) => {
    const list = entriesOf(value, mostWords, max);
    const unfit = list.findIndex((word) => typeof word !== 'string' || word.length > max || !shape.test(word.trim()));
    if (unfit >= 0) throw new Unfit(`must be words such as ${example}${shown(list[unfit])}`);
    return [...new Set((list as string[]).map((word) => word.trim()))];
  });
}

/** One of several words in any case. The result has the case of the declaration. */
export function choice<Word extends string>(...words: readonly Word[]): z.ZodType<Word> {
  return coerced({ type: 'string', enum: words }, (value) => {
    const match = words.find((word) => typeof value === 'string' && word.toLowerCase() === value.trim().toLowerCase());
    if (match === undefined) throw new Unfit(`must be one of ${words.join(', ')}${shown(value)}`);
    return match;
  });
}

/**
 * The name of a time zone, such as Europe/Berlin. An offset is not a time zone, because it does not know the summer
 * time.
 */
export function timeZone(): z.ZodType<string> {
  return coerced({ type: 'string', maxLength: 64 }, (value) => {
    const refusal = new Unfit(`must be a time zone such as Europe/Berlin${shown(value)}`);
    if (typeof value !== 'string' || /^[+-]/.test(value)) throw refusal;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    } catch {
      throw refusal;
    }
  });
}

/** Some of several words: an array, or text with commas. The result has each word once, in the case of the declaration. */
export function choices<Word extends string>(...words: readonly Word[]): z.ZodType<Word[]> {
  const description = {
    type: 'array',
    description: `Any of ${words.join(', ')}. One text with commas is accepted too`,
    items: { type: 'string', enum: words },
    minItems: 1,
  };
  return coerced(description, (value) => {
    const list = entriesOf(value, mostWords, 100);
    const chosen = list.map((one) => {
      const match = words.find((word) => typeof one === 'string' && word.toLowerCase() === one.trim().toLowerCase());
      if (match === undefined) throw new Unfit(`must be any of ${words.join(', ')}${shown(one)}`);
      return match;
    });
    if (chosen.length === 0) throw new Unfit(`must be any of ${words.join(', ')}`);
    return [...new Set(chosen)];
  });
}

/** True or false: `true`, `false`, 1, 0, and the same as text. */
export function flag(): z.ZodType<boolean> {
  const description = {
    title: 'Flag',
    type: 'boolean',
  };
  return coerced(description, (value) => {
    const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
    if (word === 'true' || word === '1') return true;
    if (word === 'false' || word === '0') return false;
    throw new Unfit(`must be true or false (1 or 0)${shown(value)}`);
  });
}

/** A time, as UTC text in whole seconds. */
export function timestamp(): z.ZodType<string> {
  return coerced({ type: 'string', format: 'date-time' }, (value) => {
    const moment = typeof value === 'string' ? instant(value.trim()) : null;
    if (moment === null) throw new Unfit(`must be a time such as 2026-04-23T22:54:28+00:00${shown(value)}`);
    // Times are stored to the second, so that a filter by a served value finds the record.
    return momentText(Math.floor(moment / 1000) * 1000);
  });
}

/**
 * A day or a time at the site of the record. A day without an offset stays a day, `2026-04-23`, because only the operation knows the
 * site; everything else becomes UTC text in whole seconds. `isDay` tells them apart.
 */
export function siteTime(format: 'date' | 'date-time'): z.ZodType<string> {
  const example = format === 'date' ? 'a date such as 2026-04-23' : 'a time such as 2026-04-23T22:54:28+00:00';
  return coerced({ type: 'string', format }, (value) => {
    const written = typeof value === 'string' ? value.trim() : '';
    const moment = instant(written);
    if (moment === null) throw new Unfit(`must be ${example}${shown(value)}`);
    const day = dayAlone(written);
    if (day !== null && (format === 'date' || !isShifted(written))) return day;
    return momentText(Math.floor(moment / 1000) * 1000);
  });
}

/** Any JSON object, for custom fields. */
export function jsonObject(): z.ZodType<Record<string, unknown>> {
  return coerced({ type: 'object', additionalProperties: true }, (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unfit('must be an object');
    return value as Record<string, unknown>;
  });
}

/** Any JSON value. @param most bytes of its JSON text */
export function jsonValue(most: number): z.ZodType<unknown> {
  return coerced({ description: `Any JSON value of at most ${most / 1024} KiB` }, (value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > most) throw new Unfit(`may have ${most / 1024} KiB at most; it has ${bytes} bytes`);
    return value;
  });
}

/** Returns the value of the request for a message; nothing if it is too long to help. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return '';
  const written = JSON.stringify(value) ?? '';
  return written === '' || written.length > 40 ? '' : `; ${written} is not`;
}
