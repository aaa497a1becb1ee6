import { type FieldDeclaration, id } from './field.ts';
import type { RelationDeclaration } from './relation.ts';

export type Fields = Readonly<Record<string, FieldDeclaration>>;

/** The rows of a table with this value of a column. */
export interface Rows {
  readonly column: string;
  readonly value: string;
  /** True for the value that most rows have: an index has the others. */
  readonly usual?: true;
  /** The table with the column, and the column that leads to it. Default: the own table. */
  readonly of?: { readonly table: string; readonly by: string };
}

/** Options of a record for lists and answers. */
export interface RecordOptions<Name extends string = string> {
  /** A table, a view, or a query in parentheses. Default: the name of the record. */
  readonly table?: string;
  /**
   * True if the table is a query over one table, which finds a row by its key, and computes further columns by LEFT
   * JOIN LATERAL with aggregates. PostgreSQL omits joins without a reader of their columns, so lists compute them
   * for the rows of the page alone.
   */
  readonly byKey?: boolean;
  /** Why an expression may lead to it by its first relation only: "it is computed for each pickline". */
  readonly firstOnly?: string;
  /** The address of its list; null if it has none. Default: `/` and the name. */
  readonly path?: string | null;
  /** The rows of the table that are its records, where it shares the table. Its lists and addresses have only these; relations of other records lead to all. */
  readonly only?: Rows;
  /** True if the table `tally` has the number of its rows, because counting them at every request would take too long. */
  readonly counted?: boolean;
  readonly relations?: Readonly<Record<string, RelationDeclaration>>;
  /**
   * Relations of a related record that depend on this record, by path, each with the relation of this record that is embedded in
   * their place: the stock that is available for `part` of a pickline counts what the pick itself has reserved.
   */
  readonly inPlaceOf?: Readonly<Record<`${string}.${string}`, string>>;
  /** The default order of lists: fields, with a minus for descending order. Default: by id. */
  readonly order?: readonly (NoInfer<Name> | `-${NoInfer<Name>}`)[];
  /**
   * The fields that identify a record for people. Callers who may not list the records see only these fields and the key of
   * an embedded record. Without this member, they see nothing.
   */
  readonly brief?: readonly NoInfer<Name>[];
  /**
   * SQL of the site of a row, for the days of the record. Default: `site_id`, if the record has it. Without a
   * site, days are in UTC.
   */
  readonly site?: (alias: string) => string;
}

/**
 * A kind of record: each field with everything that is said about it once. Lists, bodies, the description with its examples,
 * facts of rules and sections of imports follow from it.
 */
export interface RecordDeclaration<F extends Fields = Fields> {
  readonly name: string;
  /** For the OpenAPI description. */
  readonly description: string | null;
  readonly fields: F;
  readonly options: RecordOptions;
}

const key = { id: id({ fact: true }) };

/** Declares a record. Each has an `id`, which comes first and need not be declared. */
export const record = <F extends Fields>(
  name: string,
  description: string | null,
  fields: F,
  options: RecordOptions<keyof F & string> = {},
): RecordDeclaration<typeof key & F> => ({ name, description, fields: { ...key, ...fields }, options });
