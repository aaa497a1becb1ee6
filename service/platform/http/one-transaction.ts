import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/operation.ts';
import { savepoint } from '../database/savepoint.ts';

/**
 * The database as seen from inside one transaction: operations that open a transaction of their own become part of this one.
 * What has to be true together with an operation (its answer is kept for repeats, its background job is done) is then written
 * with it or not at all, whenever the process may die.
 */
export function insideOf(tx: Tx, database: Database): Database {
  let last: Promise<unknown> = Promise.resolve();
  const transaction: Database['transaction'] = (_name, body) => {
    // One connection takes one operation at a time, even where the handler starts several.
    const next = last.then(() => savepoint(tx, body));
    last = next.catch(() => undefined);
    return next;
  };
  const query = (statement: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
    const { text, ...given } = typeof statement === 'string' ? { text: statement, values } : statement;
    return tx.executeQuery(CompiledQuery.raw(text, given.values ?? []));
  };
  return Object.create(database, {
    kysely: { value: tx },
    readAccess: { value: tx },
    pool: { value: { query } as unknown as pg.Pool },
    transaction: { value: transaction },
  });
}
