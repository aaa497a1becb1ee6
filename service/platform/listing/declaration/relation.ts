import type { EntityRelation } from '../../../../expressions/entity.ts';
import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** A table between the two, or a query in parentheses. */
export interface Through {
  readonly table: string;
  /** Column that holds the id of this record. */
  readonly from: string;
  /** Column that holds the id of the related one; where it is null the row leads nowhere. */
  readonly to: string;
  /** True for a table that may hold a pair several times, as picklines do: each related record counts once. */
  readonly repeats?: boolean;
}

/** How a relation finds its records: exactly one of `on`, `through` and `sql`. */
export interface RelationOptions {
  /** Column of the related table that holds the id of this record. */
  readonly on?: string;
  readonly through?: Through;
  /**
   * Any other join: SQL condition, given the aliases of this row and of the related one. Not for what is found by a
   * subselect (`id IN (SELECT …)`): PostgreSQL cannot turn that around in a filter; use `through`.
   */
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
  /** The related resource. */
  readonly target: Resource;
  /** The same for expressions; behind a table between them its rows are those of the pairs. */
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
  | ({ readonly by: 'through' } & Through)
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
      return `${child}.through_id = ${parentKey.sql(parent)}`;
    case 'sql':
      return join.on(parent, child);
  }
}

/**
 * The related resource with the id of the record that it belongs to as `through_id`. Of all forms tried this is the one that
 * PostgreSQL plans well inside the EXISTS of a filter, from either end; with `(a, b) IN (…)` it walked all pairs of rows.
 */
export function pairedWith(target: Resource, { table, from, to, repeats }: Through): Resource {
  const first = repeats
    ? ` WHERE NOT EXISTS (SELECT FROM ${table} u WHERE u.${from} = t.${from} AND u.${to} = t.${to} AND u.ctid < t.ctid)`
    : '';
  const pairs = `SELECT t.${from} AS through_id, c.* FROM ${table} t JOIN ${target.table} c ON ${target.key.sql('c')} = t.${to}`;
  return { ...target, table: `(${pairs}${first})` };
}
