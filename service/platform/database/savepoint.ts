import { sql } from 'kysely';
import { type CommitHooks, enterSavepoint, leaveSavepoint, runBeforeCommit } from './commit-hooks.ts';
import type { Tx } from './operation.ts';
import { RolledBack } from './rolled-back.ts';
import { siteProblem } from './site-limits.ts';

/**
 * Runs `body` in a savepoint. If it throws or returns `rolledBack(…)`, only its changes are rolled back, and the transaction can
 * continue.
 */
export async function savepoint<T>(tx: Tx, body: (tx: Tx) => Promise<T | RolledBack<T>>): Promise<T> {
  await sql`savepoint operation`.execute(tx);
  const outer = enterSavepoint(tx);
  try {
    const result = await body(tx);
    if (result instanceof RolledBack) {
      await undo(tx, outer);
      return result.result;
    }
    await runBeforeCommit(tx);
    await sql`release savepoint operation`.execute(tx);
    leaveSavepoint(tx, outer, { isKept: true });
    return result;
  } catch (error) {
    await undo(tx, outer);
    throw siteProblem(error) ?? error;
  }
}

async function undo(tx: Tx, outer: CommitHooks | null): Promise<void> {
  await sql`rollback to savepoint operation`.execute(tx);
  leaveSavepoint(tx, outer, { isKept: false });
}
