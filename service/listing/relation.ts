import type { EntityRelation } from '../../expressions/entity.ts';
import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** How a relation finds its records: exactly one of `on`, `through` and `sql`. */
export interface RelationOptions {
  /** Column of the related table that holds the id of this record. */
  readonly on?: string;
  /** A table between the two, or a query in parentheses: `from` holds the id of this record, `to` the id of the related one. */
  readonly through?: { readonly table: string; readonly from: string; readonly to: string };
  /** Any other join: SQL condition, given the aliases of this row and of the related one. */
  readonly sql?: (parent: string, child: string) => string;
  /** For the OpenAPI description. */
  readonly description?: string;
}

/** A relation as it is written in a declaration, before it has a name. */
export interface RelationDeclaration {
  readonly to: string;
  readonly many: boolean;
  readonly options: RelationOptions;
}

/** A relation of a resource. The related resource is looked up when it is first asked for. */
export interface Relation extends EntityRelation {
  readonly name: string;
  readonly entity: Resource;
  readonly join: Join;
  readonly nullable: boolean;
  readonly description: string | null;
}

/** Several related records: embedded as an array in the order of their ids. */
export const many = (to: string, options: RelationOptions): RelationDeclaration => ({ to, many: true, options });

/** At most one related record: embedded as an object, or null. For a `…_id` column declare a `reference` instead. */
export const one = (to: string, options: RelationOptions): RelationDeclaration => ({ to, many: false, options });

/** How the records of a relation are found, so that the statement can ask for those of a whole page at once. */
export type Join =
  /** A field of this record holds the key of the related one. */
  | { readonly by: 'reference'; readonly field: Field }
  /** A column of the related record holds the key of this one. */
  | { readonly by: 'column'; readonly column: string }
  | { readonly by: 'through'; readonly table: string; readonly from: string; readonly to: string }
  | { readonly by: 'sql'; readonly on: (parent: string, child: string) => string };

/** The join that a declaration asks for. */
export function declaredJoin({ on, through, sql }: RelationOptions): Join {
  if (sql) return { by: 'sql', on: sql };
  if (on) return { by: 'column', column: on };
  if (through) return { by: 'through', ...through };
  throw new Error('A relation needs one of: on, through, sql');
}

/** SQL condition of the join between a row of the parent and one of the child. */
export function joinCondition(join: Join, parent: string, child: string, parentKey: Field, childKey: Field): string {
  switch (join.by) {
    case 'reference':
      return `${childKey.sql(child)} = ${join.field.sql(parent)}`;
    case 'column':
      return `${child}.${join.column} = ${parentKey.sql(parent)}`;
    case 'through':
      // A pair of columns IN a query that names neither side: the only form that PostgreSQL still makes a join of when it
      // stands inside an EXISTS of a filter.
      return `(${parentKey.sql(parent)}, ${childKey.sql(child)}) IN (SELECT ${join.from}, ${join.to} FROM ${join.table} pairs)`;
    case 'sql':
      return join.on(parent, child);
  }
}
