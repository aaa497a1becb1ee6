import type { Statement } from '../sql/statement.ts';

/** A pool or a connection of `pg`. */
export interface Queryable {
  query(statement: Statement): Promise<{ rows: Record<string, unknown>[] }>;
}
