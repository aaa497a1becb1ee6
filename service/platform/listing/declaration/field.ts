import type { z } from 'zod';
import { countryReading } from '../../../../lib/addresses/reading.ts';
import type { EntityField, FieldType } from '../../../../lib/expressions/entity.ts';
import { codeReading, identifierReading, type TextReading } from '../../../../lib/expressions/texts/reading.ts';

/** The options of a field. Each has a default. */
export interface FieldOptions {
  /** The column. Default: the name of the field. */
  readonly column?: string;
  /** SQL of a computed value, from the alias of the row. It replaces the column. */
  readonly sql?: (alias: string) => string;
  /** True if the value can be null. */
  readonly nullable?: boolean;
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

/** The declaration of a field, without its name. */
export interface FieldDeclaration {
  readonly type: FieldType;
  readonly options: FieldOptions;
  readonly key: boolean;
  readonly values: readonly string[] | null;
  readonly shape: z.ZodType | null;
  readonly implies: TextOptions['implies'] | null;
  readonly natural: boolean;
  readonly reading: TextReading | null;
  /** The resource whose id the field contains, and the name of the relation. */
  readonly refers: {
    readonly to: string;
    readonly relation: string | null | undefined;
    readonly deletable: boolean;
  } | null;
}

/** A field of a resource. */
export interface Field extends EntityField {
  readonly name: string;
  /** The column; null for computed fields. */
  readonly column: string | null;
  readonly nullable: boolean;
  readonly sortable: boolean;
  readonly filterBy: string | null;
  readonly hidden: boolean;
  /** True if the value is the id of a record. */
  readonly isId: boolean;
  readonly indexed: boolean;
  readonly values: readonly string[] | null;
  /** The schema of a JSON value. */
  readonly shape: z.ZodType | null;
  /** SQL of a condition that every record with one of these values meets. */
  readonly implies: TextOptions['implies'] | null;
  /** True if numbers in the text are sorted by their value. */
  readonly natural: boolean;
  /** The name of the resource whose id the field contains. */
  readonly refersTo: string | null;
  readonly description: string | null;
}

function declare(
  type: FieldType,
  options: FieldOptions,
  more: Partial<Pick<FieldDeclaration, 'key' | 'values' | 'shape' | 'implies' | 'natural' | 'reading' | 'refers'>> = {},
): FieldDeclaration {
  const usual = { key: false, values: null, shape: null, implies: null, natural: false, reading: null, refers: null };
  return { type, options, ...usual, ...more };
}

/** Declares the key of a resource: an integer that every answer contains and an index starts with. */
export const id = (options: FieldOptions = {}) => declare('integer', options, { key: true });

/**
 * Declares the id of another record. `customer_id: reference('customer')` also declares the relation `customer`, for `embed`
 * and filters. `status_id: reference('pickstatus')` declares `status`.
 */
export const reference = (to: string, options: ReferenceOptions = {}) =>
  declare('integer', options, { refers: { to, relation: options.relation, deletable: options.deletable ?? false } });

export const integer = (options: FieldOptions = {}) => declare('integer', options);

/** Declares a `numeric` column. Its JSON number never passes through a binary float. */
export const decimal = (options: FieldOptions = {}) => declare('decimal', options);

export const text = (options: TextOptions = {}) => textRead(null, options);

/** Declares a text that identifies a record: a number, a lot, a serial number, an e-mail address, a unique name. */
export const identifier = (options: TextOptions = {}) => textRead(identifierReading, options);

/** Declares a barcode or a tracking number. Blanks within it have no meaning. */
export const code = (options: TextOptions = {}) => textRead(codeReading, options);

/** Declares the ISO 3166-1 code of a country, which filters may call by its names. */
export const country = (options: TextOptions = {}) => textRead(countryReading, options);

function textRead(reading: TextReading | null, options: TextOptions) {
  const { values = null, implies = null, natural = false } = options;
  return declare('text', options, { values, implies, natural, reading });
}

export const boolean = (options: FieldOptions = {}) => declare('boolean', options);

/** Declares a `timestamptz` column, which answers contain in UTC and whole seconds. */
export const timestamp = (options: FieldOptions = {}) => declare('timestamp', options);

export const date = (options: FieldOptions = {}) => declare('date', options);

/** Declares a `jsonb` column. With `filter: true` lists can be filtered by paths into it (`custom.colour`). */
export const json = (options: JsonOptions = {}) => declare('json', options, { shape: options.shape ?? null });

/** Returns a field from its declaration, with all defaults. */
export function namedField(name: string, declaration: FieldDeclaration): Field {
  const { options, type, key, values, shape, implies, natural, reading, refers } = declaration;
  const { nullable = false, hidden = false, description = null } = options;
  const column = options.sql ? null : (options.column ?? name);
  const { isId = key || refers !== null } = options;
  const { indexed = column !== null && (key || refers !== null) } = options;
  return {
    name,
    type,
    column,
    sql: options.sql ?? ((alias) => `${alias}.${column}`),
    nullable,
    ...listUses(type, options),
    filterBy: options.filterBy ?? null,
    hidden,
    isId,
    indexed,
    values,
    shape,
    implies,
    natural,
    ...(reading && { reading }),
    refersTo: refers?.to ?? null,
    description,
  };
}

/** Returns whether lists can be filtered and sorted by a field. */
function listUses(type: FieldType, options: FieldOptions): Pick<Field, 'filterable' | 'sortable'> {
  const open = type !== 'json' && !options.hidden;
  return { filterable: options.filter ?? (open || options.filterBy !== undefined), sortable: options.sort ?? open };
}
