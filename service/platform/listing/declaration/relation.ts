import type { EntityRelation } from '../../../../expressions/entity.ts';
import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** A table between two resources, or a query in parentheses. */
export interface Through {
  readonly table: string;
  /** The column with the id of this record. */
  readonly from: string;
  /** The column with the id of the related record. A row with null has none. */
  readonly to: string;
  /** True for a table that can contain a pair several times. Each related record then counts once. */
  readonly repeats?: boolean;
}

/** The join of a relation: exactly one of `on`, `through` and `sql`. */
export interface RelationOptions {
  /** The column of the related table with the id of this record. */
  readonly on?: string;
  readonly through?: Through;
  /**
   * Any other join: an SQL condition of the aliases of both rows. A subselect (`id IN (SELECT …)`) is too slow here, because
   * PostgreSQL cannot reverse it in a filter. Use `through` for that.
   */
  readonly sql?: (parent: string, child: string) => string;
  /** For the OpenAPI description. */
  readonly description?: string;
}

/** The declaration of a relation, without its name. */
export interface RelationDeclaration {
  readonly to: string;
  readonly many: boolean;
  readonly options: RelationOptions;
}

/** A relation of a resource. Its target is looked up at the first use. */
export interface Relation extends EntityRelation {
  readonly name: string;
  /** The related resource. */
  readonly target: Resource;
  /** The target for expressions. With `through` its rows are the pairs of the table between. */
  readonly entity: Resource;
  readonly join: Join;
  readonly nullable: boolean;
  readonly description: string | null;
}

/** Declares a relation to several records, which are embedded as an array in the order of their ids. */
export const many = (to: string, options: RelationOptions): RelationDeclaration => ({ to, many: true, options });

/** Declares a relation to at most one record, embedded as an object or null. For a `…_id` column, use `reference`. */
export const one = (to: string, options: RelationOptions): RelationDeclaration => ({ to, many: false, options });

/** The join of a relation, by which one statement finds the related records of a whole page. */
export type Join =
  /** A field of this record holds the key of the related one. */
  | { readonly by: 'reference'; readonly field: Field }
  /** A column of the related record holds the key of this one. */
  | { readonly by: 'column'; readonly column: string }
  | ({ readonly by: 'through' } & Through)
  | { readonly by: 'sql'; readonly on: (parent: string, child: string) => string };

/** Returns the join of a declaration. */
export function declaredJoin({ on, through, sql }: RelationOptions): Join {
  if (sql) return { by: 'sql', on: sql };
  if (on) return { by: 'column', column: on };
  if (through) return { by: 'through', ...through };
  throw new Error('A relation needs one of: on, through, sql');
}

/** Returns the SQL condition of the join between a row of the parent and a row of the child. */
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
 * Returns the related resource with the id of its parent as `through_id`. PostgreSQL plans this form well inside the EXISTS of
 * a filter, from either end. With `(a, b) IN (…)` it scanned all pairs of rows.
 */
export function pairedWith(target: Resource, { table, from, to, repeats }: Through): Resource {
  const first = repeats
    ? ` WHERE NOT EXISTS (SELECT FROM ${table} u WHERE u.${from} = t.${from} AND u.${to} = t.${to} AND u.ctid < t.ctid)`
    : '';
  const pairs = `SELECT t.${from} AS through_id, c.* FROM ${table} t JOIN ${target.table} c ON ${target.key.sql('c')} = t.${to}`;
  return { ...target, table: `(${pairs}${first})` };
}

/**
 * Returns whether the second relation of a path is the first one in the other direction. Such a path leads back to the records
 * that it comes from: `lines.salesorder` of an order to the same order, `customer.salesorders` to it and its siblings. A relation
 * through a table of pairs leads to others (`pickuplines.orders`: all orders of a carton), so it may be followed back.
 * @param origin the resource of the first relation
 */
export function leadsBack(origin: Resource, { join: first }: Relation, { join: second, target }: Relation): boolean {
  if (target.name !== origin.name) return false;
  if (first.by === 'column' && second.by === 'reference') return second.field.column === first.column;
  return first.by === 'reference' && second.by === 'column' && first.field.column === second.column;
}
