/** What the paths of an expression may name. Resources of the service implement it, and so do the facts of a plan. */

export type FieldType = 'integer' | 'decimal' | 'text' | 'boolean' | 'timestamp' | 'date' | 'json';

export interface EntityField {
  readonly type: FieldType;
  /** False where a reason stands against filtering by it; naming it is then an error that says so. */
  readonly filterable: boolean;
  /** Why it cannot be filtered by, in words for the caller: "it is secret". */
  readonly reason?: string;
  /** SQL of its value, given the alias of the row it belongs to. */
  sql(alias: string): string;
}

export interface EntityRelation {
  /** True where the path may lead to several records. */
  readonly many: boolean;
  readonly entity: Entity;
  /** SQL condition that joins a row of the parent with rows of the related entity. */
  on(parent: string, child: string): string;
}

export interface Entity {
  readonly name: string;
  /** What follows FROM: a table, a view, or a parenthesised query. */
  readonly table: string;
  readonly fields: ReadonlyMap<string, EntityField>;
  readonly relations: ReadonlyMap<string, EntityRelation>;
}
