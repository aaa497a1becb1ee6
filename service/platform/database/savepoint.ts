import { sql } from 'kysely';
import { forgetHooks, runBeforeCommit } from './commit-hooks.ts';
import type { Tx } from './operation.ts';

/** Part of a transaction that is undone by itself where it throws, so that whoever runs the transaction may go on after it. */
export async function savepoint<T>(tx: Tx, body: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint operation`.execute(tx);
  try {
    const result = await body(tx);
    await runBeforeCommit(tx);
    await sql`release savepoint operation`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint operation`.execute(tx);
    forgetHooks(tx);
    throw error;
  }
}
