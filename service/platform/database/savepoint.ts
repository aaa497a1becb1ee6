import { sql } from 'kysely';
import { enterSavepoint, leaveSavepoint, runBeforeCommit } from './commit-hooks.ts';
import type { Tx } from './operation.ts';
import { siteProblem } from './site-limits.ts';

/** Runs `body` in a savepoint. If it throws, only its changes are rolled back, and the transaction can continue. */
export async function savepoint<T>(tx: Tx, body: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint operation`.execute(tx);
  const outer = enterSavepoint(tx);
  try {
    const result = await body(tx);
    await runBeforeCommit(tx);
    await sql`release savepoint operation`.execute(tx);
    leaveSavepoint(tx, outer, { isKept: true });
    return result;
  } catch (error) {
    await sql`rollback to savepoint operation`.execute(tx);
    leaveSavepoint(tx, outer, { isKept: false });
    throw siteProblem(error) ?? error;
  }
}
