import type { Tx } from './operation.ts';

/** The calls that run at the end of a transaction, or of the savepoint of an operation inside it. */
export interface CommitHooks {
  readonly before: (() => Promise<void>)[];
  readonly after: Set<() => void>;
}

const waiting = new WeakMap<Tx, CommitHooks>();

/** Returns the hooks of a transaction. A savepoint has its own. */
export function commitHooks(tx: Tx): CommitHooks {
  const known = waiting.get(tx);
  if (known) return known;
  const made: CommitHooks = { before: [], after: new Set() };
  waiting.set(tx, made);
  return made;
}

/** Runs the `before` hooks as the last statements of the transaction. The code that commits it calls this. */
export async function runBeforeCommit(tx: Tx): Promise<void> {
  const hooks = waiting.get(tx);
  for (let next = hooks?.before.shift(); next; next = hooks?.before.shift()) await next();
}

/** Runs the `after` hooks. The code that committed the transaction calls this. */
export function runAfterCommit(tx: Tx): void {
  for (const call of waiting.get(tx)?.after ?? []) call();
}

/** Gives the transaction new hooks for a savepoint. @returns the hooks until then, for `leaveSavepoint` */
export function enterSavepoint(tx: Tx): CommitHooks | null {
  const outer = waiting.get(tx) ?? null;
  waiting.delete(tx);
  return outer;
}

/** Gives the transaction its earlier hooks back. The `after` hooks of a savepoint that was not rolled back stay. */
export function leaveSavepoint(tx: Tx, outer: CommitHooks | null, { isKept }: { isKept: boolean }): void {
  const inner = waiting.get(tx);
  waiting.delete(tx);
  if (outer) waiting.set(tx, outer);
  if (isKept) for (const call of inner?.after ?? []) commitHooks(tx).after.add(call);
}
