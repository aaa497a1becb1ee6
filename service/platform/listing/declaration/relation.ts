import type { EntityRelation } from '../../../../lib/expressions/entity.ts';
import type { Through as DeclaredThrough, EqualValues, RelationDeclaration } from '../../../../records/relation.ts';
import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** A relation of a resource. Its target is looked up at the first use. */
export interface Relation extends EntityRelation {
  readonly name: string;
  /** The related resource. */
  readonly target: Resource;
  /** The target for expressions. With `through` its rows are the pairs of the join table. */
  readonly entity: Resource;
  readonly join: Join;
  readonly nullable: boolean;
  readonly description: string | null;
}

/** A table between two resources, with its columns. */
type Through = DeclaredThrough & { readonly from: string; readonly to: string };

/** The join of a relation. It lets one statement find the related records of a whole page. */
export type Join =
  /** A field of this record holds the key of the related one. */
  | { readonly by: 'reference'; readonly field: Field }
  /** A column of the related record holds the key of this one. */
  | { readonly by: 'column'; readonly column: string }
  | ({ readonly by: 'through' } & Through)
  | ({ readonly by: 'equal' } & EqualValues);

/** Returns the join of a declaration. @param owner the name of the resource that has the relation */
export function declaredJoin(owner: string, { to: target, options }: RelationDeclaration): Join {
  const { on = `${owner}_id`, through, equal } = options;
  if (equal) return { by: 'equal', ...equal };
  if (through) return { by: 'through', from: `${owner}_id`, to: `${target}_id`, ...through };
  return { by: 'column', column: on };
}

/** Returns the values of a join that are equal in a row of the parent and in a related row. */
export function equalValues(join: Join, parentKey: Field, childKey: Field): EqualValues {
  switch (join.by) {
    case 'reference':
      return { parent: join.field.sql, child: childKey.sql };
    case 'column':
      return { parent: parentKey.sql, child: (alias) => `${alias}.${join.column}` };
    case 'through':
      return { parent: parentKey.sql, child: (alias) => `${alias}.through_id` };
    case 'equal':
      return join;
  }
}

/**
 * Returns the related resource with the id of its parent as `through_id`. PostgreSQL plans this form well inside the EXISTS of
 * a filter, from either end. With `(a, b) IN (…)` it scanned all pairs of rows.
 */
export function pairedWith(target: Resource, through: Through): Resource {
  return { ...target, table: pairs(target, through, through.table) };
}

/** Returns the same rows, each pair of a parent and a related row once. */
export function distinctPairs(target: Resource, through: Through): string {
  const { table, from, to } = through;
  return pairs(target, through, `(SELECT DISTINCT ${from}, ${to} FROM ${table} u)`);
}

const pairs = (target: Resource, { from, to }: Through, table: string) =>
  `(SELECT t.${from} AS through_id, c.* FROM ${table} t JOIN ${target.table} c ON ${target.key.sql('c')} = t.${to})`;

/**
 * Returns whether the second relation of a path is the first one in the other direction. Such a path leads back to
 * its first records: `lines.salesorder` of an order to the same order, `customer.salesorders` to it and its
 * siblings. A relation through a table of pairs leads to others (`pickuplines.orders`: all orders of a carton), so
 * it may be followed back.
 * @param origin the resource of the first relation
 */
export function leadsBack(origin: Resource, { join: first }: Relation, { join: second, target }: Relation): boolean {
  if (target.name !== origin.name) return false;
  if (first.by === 'column' && second.by === 'reference') return second.field.column === first.column;
  return first.by === 'reference' && second.by === 'column' && first.field.column === second.column;
}
