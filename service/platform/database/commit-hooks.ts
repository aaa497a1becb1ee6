import type { Tx } from './operation.ts';

/** What waits for the end of a transaction, or of the savepoint that an operation inside it runs in. */
export interface CommitHooks {
  readonly before: (() => Promise<void>)[];
  readonly after: Set<() => void>;
}

const waiting = new WeakMap<Tx, CommitHooks>();

/** The hooks of the transaction as it stands: others after a roll-back. */
export function commitHooks(tx: Tx): CommitHooks {
  const known = waiting.get(tx);
  if (known) return known;
  const made: CommitHooks = { before: [], after: new Set() };
  waiting.set(tx, made);
  return made;
}

/** For whoever runs the transaction: the last things inside it. */
export async function runBeforeCommit(tx: Tx): Promise<void> {
  const hooks = waiting.get(tx);
  for (let next = hooks?.before.shift(); next; next = hooks?.before.shift()) await next();
}

/** For whoever ran the transaction, once it is committed. */
export function runAfterCommit(tx: Tx): void {
  for (const call of waiting.get(tx)?.after ?? []) call();
}

/** For whoever rolled back to a savepoint: what was noted since is not to be. */
export function forgetHooks(tx: Tx): void {
  waiting.delete(tx);
}
