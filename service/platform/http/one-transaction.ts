import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { commitHooks } from '../database/commit-hooks.ts';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/operation.ts';
import { savepoint } from '../database/savepoint.ts';
import type { Reply } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import type { CheckedRequest, Run, Wrapper } from './incoming-request.ts';

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
    readPool: { value: tx },
    pool: { value: { query } as unknown as pg.Pool },
    transaction: { value: transaction },
    afterCommit: { value: (call: () => void) => void commitHooks(tx).after.add(call) },
  });
}

/** Returns the request with a call inside this transaction. */
export const within = (tx: Tx, request: CheckedRequest): CheckedRequest => ({
  ...request,
  call: { ...request.call, database: withinTransaction(tx, request.call.database) },
});

/** Runs a request in its present transaction, or in a new one with this name. */
export function inTransaction(name: string, request: CheckedRequest, run: Run): Promise<Reply> {
  const { database } = request.call;
  return database.kysely.isTransaction ? run(request) : database.transaction(name, (tx) => run(within(tx, request)));
}

/** Rolls a change back with its answer: an answer that would embed too much cannot be given. */
export function oneTransaction({ method }: Endpoint): Wrapper | null {
  if (method === 'GET') return null;
  return (next) => (request) =>
    request.call.search.has('embed') ? inTransaction('embed', request, next) : next(request);
}
