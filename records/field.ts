import type { z } from 'zod';
import { countryReading } from '../lib/addresses/reading.ts';
import type { FieldType } from '../lib/expressions/entity.ts';
import { codeReading, identifierReading, type TextReading } from '../lib/expressions/texts/reading.ts';

/** The options of a field. Each has a default. */
export interface FieldOptions {
  /** The column. Default: the name of the field. */
  readonly column?: string;
  /** SQL of a computed value, from the alias of the row. It replaces the column. */
  readonly sql?: (alias: string) => string;
  /** True if the value can be null. */
  readonly nullable?: boolean;
  /** True if the column is null in rows of the table that are no records of this kind. Relations lead to these, too. */
  readonly nullElsewhere?: true;
  /** Whether lists can be filtered by the field. Default: true, and false for JSON and hidden fields. */
  readonly filter?: boolean;
  /** Of a list of ids: the path that filters by the field take, such as `orders.id`. */
  readonly filterBy?: string;
  /** Whether lists can be sorted by the field. Default: true, and false for JSON and hidden fields. */
  readonly sort?: boolean;
  /** True for fields that are never in answers: secrets, and columns that only filters need. */
  readonly hidden?: boolean;
  /** True if the value is the id of a record. Default: true for ids and references. */
  readonly isId?: boolean;
  /** Whether an index starts with the column. A test checks it. Default: true for ids and references. */
  readonly indexed?: boolean;
  /** For the OpenAPI description. */
  readonly description?: string;

  /** True if callers write the field; `create` or `change` if only that body has it. Default: they do not. */
  readonly write?: true | 'create' | 'change';
  /** True if the body of a create must have the field, and the row of an import. */
  readonly required?: true;
  /** True if a body may have null although the record never has it: the operation then sets its value. */
  readonly nullInBody?: true | 'create';
  /** For the description of bodies, if it says more than that of the field. */
  readonly descriptionInBody?: string;
  /** The value in the examples of the documentation. */
  readonly example?: unknown;
  /** True if rules and plugins see the field. */
  readonly fact?: true;
  /** The value of a fact in cases and tests that do not set it. Default: null, false, 0, 1 or an empty text. */
  readonly usual?: unknown;
  /**
   * For the documentation of import maps, whose field of this name sets it: that of a reference without `_id`, by the name or number of
   * the record. Default: imports do not set it.
   */
  readonly import?: string;
}

export interface TextOptions extends FieldOptions {
  /**
   * SQL of a condition on indexed columns that every record with one of these values meets; null for none. A list that is filtered
   * by such values tests only the records that meet it, so that the field itself needs no index.
   */
  readonly implies?: (alias: string, values: readonly string[]) => string | null;
  /** All possible values. */
  readonly values?: readonly string[];
  /** True for names that people follow in their order: A-2 is sorted before A-10. Filters do not change. Default: false. */
  readonly natural?: boolean;
  /** Characters of a written text. Default of `min`: 0. */
  readonly min?: number;
  readonly max?: number;
  /** The form of a written text, and a description of it: "must be an e-mail address". */
  readonly form?: RegExp;
  readonly otherwise?: string;
}

export interface IntegerOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

export interface DecimalOptions extends FieldOptions {
  /** Digits of a written number after and before the point. More are refused. */
  readonly scale?: number;
  readonly digits?: number;
  /** True if a written number must be more than 0. */
  readonly positive?: boolean;
  /** Whether a written number may be less than 0. */
  readonly negative?: boolean;
}

export interface JsonOptions extends FieldOptions {
  /** The schema of the value, for the OpenAPI description and the client's types. Default: any value. */
  readonly shape?: z.ZodType;
}

export interface ReferenceOptions extends FieldOptions {
  /** The name of its relation; null for no relation. Default: the field's name without `_id`. */
  readonly relation?: string | null;
  /** True if the record can be deleted while the id stays. The relation is null then. */
  readonly deletable?: boolean;
}

/** The options of all kinds of fields. */
export type AnyOptions = TextOptions & IntegerOptions & DecimalOptions & JsonOptions & ReferenceOptions;

/** How a text or a number is written: as an amount, which is rounded, or as a text that identifies a record. */
export type Kind =
  | 'plain'
  | 'key'
  | 'reference'
  | 'amount'
  | 'identifier'
  | 'code'
  | 'country'
  | 'timeZone'
  | 'object'
  | 'ids'
  | 'texts';

/** The declaration of a field, without its name. Its type parameters tell the type of its values (see values.ts). */
export interface FieldDeclaration<T extends FieldType = FieldType, O = unknown> {
  readonly type: T;
  readonly kind: Kind;
  readonly options: O & AnyOptions;
  /** The resource whose id the field contains. */
  readonly refersTo: string | null;
}

function declare<T extends FieldType, O>(
  type: T,
  kind: Kind,
  options: O | undefined,
  refersTo: string | null = null,
): FieldDeclaration<T, O> {
  return { type, kind, options: (options ?? {}) as O & AnyOptions, refersTo };
}

/** Declares the key of a record: an integer that every answer contains and an index starts with. */
export const id = <const O extends FieldOptions>(options?: O) => declare('integer', 'key', options);

/**
 * Declares the id of another record. `customer_id: reference('customer')` also declares the relation `customer`, for `embed`
 * and filters. `status_id: reference('pickstatus')` declares `status`.
 */
export const reference = <const O extends ReferenceOptions>(to: string, options?: O) =>
  declare('integer', 'reference', options, to);

export const integer = <const O extends IntegerOptions>(options?: O) => declare('integer', 'plain', options);

/** Declares a `numeric` column. Its JSON number never passes through a binary float. */
export const decimal = <const O extends DecimalOptions>(options?: O) => declare('decimal', 'plain', options);

/** Declares an amount of money or a price. A written one is rounded. */
export const amount = <const O extends DecimalOptions>(options?: O) => declare('decimal', 'amount', options);

export const text = <const O extends TextOptions>(options?: O) => declare('text', 'plain', options);

/** Declares a text that identifies a record: a number, a lot, a serial number, an e-mail address, a unique name. */
export const identifier = <const O extends TextOptions>(options?: O) => declare('text', 'identifier', options);

/** Declares a barcode or a tracking number. Blanks within it have no meaning. */
export const code = <const O extends TextOptions>(options?: O) => declare('text', 'code', options);

/** Declares the ISO 3166-1 code of a country, which filters may call by its names. */
export const country = <const O extends TextOptions>(options?: O) => declare('text', 'country', options);

/** Declares the name of a time zone, such as Europe/Berlin. */
export const timeZone = <const O extends TextOptions>(options?: O) => declare('text', 'timeZone', options);

export const boolean = <const O extends FieldOptions>(options?: O) => declare('boolean', 'plain', options);

/** Declares a `timestamptz` column, which answers contain in UTC and whole seconds. */
export const timestamp = <const O extends FieldOptions>(options?: O) => declare('timestamp', 'plain', options);

export const date = <const O extends FieldOptions>(options?: O) => declare('date', 'plain', options);

/** Declares a `jsonb` column. With `filter: true` lists can be filtered by paths into it (`custom.colour`). */
export const json = <const O extends JsonOptions>(options?: O) => declare('json', 'plain', options);

/** Declares a `jsonb` column that contains an object with any members. */
export const object = <const O extends FieldOptions>(options?: O) => declare('json', 'object', options);

/** Declares a list of ids or of texts, in a column with an array. */
export const ids = <const O extends FieldOptions>(options?: O) => declare('json', 'ids', options);
export const texts = <const O extends FieldOptions>(options?: O) => declare('json', 'texts', options);

/** Declares a unique name, which every new record needs. */
export const name = <const O extends TextOptions>(options: O) =>
  identifier({ min: 1, max: 100, write: true, required: true, ...options });

/** Declares the caller's own fields. */
export const custom = <const O extends FieldOptions>(options = {} as O) =>
  object({
    write: true,
    filter: true,
    description: 'Your own fields. Filters use custom.<name>',
    fact: true,
    ...options,
  });

/** The times of the creation and of the last change, which most records end with. */
export const times = { created_at: timestamp(), updated_at: timestamp() };

const textForms: Partial<Record<Kind, TextReading>> = {
  identifier: identifierReading,
  code: codeReading,
  country: countryReading,
};

/** Returns how conditions read a text; undefined if they read it as it is. */
export const readingOf = ({ kind }: FieldDeclaration): TextReading | undefined => textForms[kind];
