import { z } from 'zod';
import type { EntityField, FieldType } from '../../../../lib/expressions/entity.ts';
import {
  type FieldDeclaration,
  type FieldOptions,
  type Kind,
  readingOf,
  type TextOptions,
} from '../../../../records/field.ts';
import { recordId } from '../../ids/ids.ts';

/** A field of a resource. */
export interface Field extends EntityField {
  readonly name: string;
  /** The column; null for computed fields. */
  readonly column: string | null;
  readonly nullable: boolean;
  /** Whether the column can be null: also where the field of a record never is. */
  readonly canBeNull: boolean;
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
  /** The value in examples; undefined if its declaration has none. */
  readonly example: unknown;
}

/** The schemas of JSON values, by kind. */
const shapes: Partial<Record<Kind, () => z.ZodType>> = {
  object: () => z.record(z.string(), z.unknown()),
  ids: () => z.array(recordId()),
  texts: () => z.array(z.string()),
};

/** Returns a field from its declaration, with all defaults. */
export function namedField(name: string, declaration: FieldDeclaration): Field {
  const { options, type, kind, refersTo } = declaration;
  const { nullable = false, hidden = false, natural = false, description = null } = options;
  const stored = options.column ?? name;
  const isArray = kind === 'ids' || kind === 'texts';
  const column = options.sql || isArray ? null : stored;
  const { isId = kind === 'key' || kind === 'reference' } = options;
  const { indexed = column !== null && (kind === 'key' || kind === 'reference') } = options;
  const reading = readingOf(declaration);
  return {
    name,
    type,
    column,
    sql: options.sql ?? ((alias) => (isArray ? `to_jsonb(${alias}.${stored})` : `${alias}.${stored}`)),
    nullable,
    canBeNull: nullable || options.nullElsewhere === true,
    ...listUses(type, options),
    filterBy: options.filterBy ?? null,
    hidden,
    isId,
    indexed,
    values: options.values ?? null,
    shape: options.shape ?? shapes[kind]?.() ?? null,
    implies: options.implies ?? null,
    natural,
    ...(reading && { reading }),
    refersTo,
    description,
    example: options.example,
  };
}

/** Returns whether lists can be filtered and sorted by a field. */
function listUses(type: FieldType, options: FieldOptions): Pick<Field, 'filterable' | 'sortable'> {
  const open = type !== 'json' && !options.hidden;
  return { filterable: options.filter ?? (open || options.filterBy !== undefined), sortable: options.sort ?? open };
}
