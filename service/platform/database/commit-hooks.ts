import type { Tx } from './operation.ts';

/** The calls that run at the end of a transaction, or of the savepoint of an operation inside it. */
export interface CommitHooks {
  readonly before: (() => Promise<void>)[];
  readonly after: Set<() => void>;
  /** Transactions of their own that follow. A failure of one is ignored. */
  readonly next: ((tx: Tx) => Promise<void>)[];
}

const waiting = new WeakMap<Tx, CommitHooks>();

/** Returns the hooks of a transaction. A savepoint has its own. */
export function commitHooks(tx: Tx): CommitHooks {
  const known = waiting.get(tx);
  if (known) return known;
  const made: CommitHooks = { before: [], after: new Set(), next: [] };
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

/** Returns the transactions that follow. */
export const followers = (tx: Tx): CommitHooks['next'] => waiting.get(tx)?.next ?? [];

/** Gives the transaction new hooks for a savepoint. @returns the hooks until then, for `leaveSavepoint` */
export function enterSavepoint(tx: Tx): CommitHooks | null {
  const outer = waiting.get(tx) ?? null;
  waiting.delete(tx);
  return outer;
}

/** Gives the transaction its earlier hooks back. What follows the commit of a savepoint that was not rolled back stays. */
export function leaveSavepoint(tx: Tx, outer: CommitHooks | null, { isKept }: { isKept: boolean }): void {
  const inner = waiting.get(tx);
  waiting.delete(tx);
  if (outer) waiting.set(tx, outer);
  if (!isKept || !inner) return;
  const { after, next } = commitHooks(tx);
  for (const call of inner.after) after.add(call);
  next.push(...inner.next);
}
