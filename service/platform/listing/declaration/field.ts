import type { z } from 'zod';
import type { EntityField, FieldType } from '../../../../expressions/entity.ts';

/** What a field may say about itself. Everything has a default: most fields need none of it. */
export interface FieldOptions {
  /** Column, where it has another name than the field. */
  readonly column?: string;
  /** SQL of a computed value, given the alias of the row; instead of a column. */
  readonly sql?: (alias: string) => string;
  /** True where it may be null. */
  readonly nullable?: boolean;
  /** May lists be filtered by it? True unless said, except for JSON and hidden fields. */
  readonly filter?: boolean;
  /** May lists be sorted by it? True unless said, except for JSON and hidden fields. */
  readonly sort?: boolean;
  /** Never served: secrets, and columns that only filters need. */
  readonly hidden?: boolean;
  /** The database has an index that starts with it; a test holds this. True unless said for ids and references. */
  readonly indexed?: boolean;
  /** For the OpenAPI description. */
  readonly description?: string;
}

export interface TextOptions extends FieldOptions {
  /** All the values that there are. */
  readonly values?: readonly string[];
}

export interface JsonOptions extends FieldOptions {
  /** What it holds, for the OpenAPI description and the client's types; anything unless said. */
  readonly shape?: z.ZodType;
}

export interface ReferenceOptions extends FieldOptions {
  /** Name of the relation it gives; the field's name without `_id` unless said. Null for none. */
  readonly relation?: string | null;
  /** True where the record may have been deleted since: then the relation is null. */
  readonly deletable?: boolean;
}

/** A field as it is written in a declaration, before it has a name. */
export interface FieldDeclaration {
  readonly type: FieldType;
  readonly options: FieldOptions;
  readonly key: boolean;
  readonly values: readonly string[] | null;
  readonly shape: z.ZodType | null;
  /** The resource whose id it holds, and the name of the relation. */
  readonly refers: {
    readonly to: string;
    readonly relation: string | null | undefined;
    readonly deletable: boolean;
  } | null;
}

/** A field of a resource. */
export interface Field extends EntityField {
  readonly name: string;
  /** Null for computed fields. */
  readonly column: string | null;
  readonly nullable: boolean;
  readonly sortable: boolean;
  readonly hidden: boolean;
  readonly indexed: boolean;
  readonly values: readonly string[] | null;
  /** Of JSON: what it holds. */
  readonly shape: z.ZodType | null;
  /** Name of the resource whose id it holds. */
  readonly refersTo: string | null;
  readonly description: string | null;
}

function declare(
  type: FieldType,
  options: FieldOptions,
  more: Partial<Pick<FieldDeclaration, 'key' | 'values' | 'shape' | 'refers'>> = {},
): FieldDeclaration {
  return { type, options, key: false, values: null, shape: null, refers: null, ...more };
}

/** The key of the resource: an integer, always returned, always indexed. */
export const id = (options: FieldOptions = {}) => declare('integer', options, { key: true });

/**
 * The id of a record of another resource. `customer_id: reference('customer')` also gives the relation `customer`, to
 * embed and to filter by; `status_id: reference('pickstatus')` gives `status`.
 */
export const reference = (to: string, options: ReferenceOptions = {}) =>
  declare('integer', options, { refers: { to, relation: options.relation, deletable: options.deletable ?? false } });

export const integer = (options: FieldOptions = {}) => declare('integer', options);

/** A `numeric` column: a JSON number on the wire, never through a binary float. */
export const decimal = (options: FieldOptions = {}) => declare('decimal', options);

export const text = (options: TextOptions = {}) => declare('text', options, { values: options.values ?? null });

export const boolean = (options: FieldOptions = {}) => declare('boolean', options);

/** A `timestamptz` column, served in UTC and in whole seconds. */
export const timestamp = (options: FieldOptions = {}) => declare('timestamp', options);

export const date = (options: FieldOptions = {}) => declare('date', options);

/** A `jsonb` column. Filterable only where said; then by the paths into it (`custom.colour`). */
export const json = (options: JsonOptions = {}) => declare('json', options, { shape: options.shape ?? null });

/** The declaration with its name and every default worked out. */
export function namedField(name: string, declaration: FieldDeclaration): Field {
  const { options, type } = declaration;
  const open = type !== 'json' && !options.hidden;
  const column = options.sql ? null : (options.column ?? name);
  return {
    name,
    type,
    column,
    sql: options.sql ?? ((alias) => `${alias}.${column}`),
    nullable: options.nullable ?? false,
    filterable: options.filter ?? open,
    sortable: options.sort ?? open,
    hidden: options.hidden ?? false,
    indexed: options.indexed ?? (column !== null && (declaration.key || declaration.refers !== null)),
    values: declaration.values,
    shape: declaration.shape,
    refersTo: declaration.refers?.to ?? null,
    description: options.description ?? null,
  };
}
