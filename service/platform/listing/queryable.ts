/** A statement as `pg` takes it. PostgreSQL keeps the plan of a statement with a name. It plans others for their values. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A pool or a connection of `pg`. */
export interface Queryable {
  /** The pool that reads with limits use. Texts of records are cached for it. */
  readonly origin?: object;
  query(statement: Statement): Promise<{ rows: Record<string, unknown>[] }>;
}
