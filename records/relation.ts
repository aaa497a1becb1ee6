/** A table between two resources, or a query in parentheses. */
export interface Through {
  readonly table: string;
  /** The column with the id of this record. Default: its name with `_id`. */
  readonly from?: string;
  /** The column with the id of the related record. A row with null has none. Default: its name with `_id`. */
  readonly to?: string;
  /** True for a table that can contain a pair several times. Each related record then counts once. */
  readonly repeats?: boolean;
}

/** The join of a relation: at most one of `on`, `through` and `equal`. Filters need values that are equal, to group rows by them. */
export interface RelationOptions {
  /** The column of the related table with the id of this record. Default: its name with `_id`. */
  readonly on?: string;
  readonly through?: Through;
  /** Any other join: SQL of the values of both rows that are equal. */
  readonly equal?: EqualValues;
  /** For the OpenAPI description. */
  readonly description?: string;
}

/** SQL of a value of the row of the parent, and of the related row, from the aliases of the rows. */
export interface EqualValues {
  readonly parent: (alias: string) => string;
  readonly child: (alias: string) => string;
}

/** The declaration of a relation, without its name. */
export interface RelationDeclaration {
  readonly to: string;
  readonly many: boolean;
  readonly options: RelationOptions;
}

/** Declares a relation to several records, which are embedded as an array in the order of their ids. */
export const many = (to: string, options: RelationOptions = {}): RelationDeclaration => ({ to, many: true, options });

/** Declares a relation to at most one record, embedded as an object or null. For a `…_id` column, use `reference`. */
export const one = (to: string, options: RelationOptions = {}): RelationDeclaration => ({ to, many: false, options });
