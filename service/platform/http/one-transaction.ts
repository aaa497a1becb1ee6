import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { commitHooks } from '../database/commit-hooks.ts';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/operation.ts';
import { savepoint } from '../database/savepoint.ts';

/**
 * Returns a database whose transactions are savepoints of one transaction. An operation, and the rows that must be committed
 * with it (its stored answer, its finished background request), are then written together or not at all.
 */
export function withinTransaction(tx: Tx, database: Database): Database {
  let last: Promise<unknown> = Promise.resolve();
  const transaction: Database['transaction'] = (_name, body) => {
    // A connection runs one operation at a time, also if the handler starts several.
    const next = last.then(() => savepoint(tx, body));
    last = next.catch(() => undefined);
    return next;
  };
  const query = (statement: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
    const { text, ...rest } = typeof statement === 'string' ? { text: statement, values } : statement;
    return tx.executeQuery(CompiledQuery.raw(text, rest.values ?? []));
  };
  return Object.create(database, {
    kysely: { value: tx },
    readAccess: { value: tx },
    pool: { value: { query } as unknown as pg.Pool },
    transaction: { value: transaction },
    afterCommit: { value: (call: () => void) => void commitHooks(tx).after.add(call) },
  });
}
