import type { Tx } from './operation.ts';

/** The calls that run at the end of a transaction, or of the savepoint of an operation inside it. */
export interface CommitHooks {
  readonly before: (() => Promise<void>)[];
  readonly after: Set<() => void>;
}

const waiting = new WeakMap<Tx, CommitHooks>();

/** Returns the hooks of a transaction. After a rollback to a savepoint it has new ones. */
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

/** Discards the hooks. The code that rolled back to a savepoint calls this. */
export function forgetHooks(tx: Tx): void {
  waiting.delete(tx);
}
