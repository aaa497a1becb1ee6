import type { Tx } from './operation.ts';
import { RepeatTransaction } from './repeat-transaction.ts';

/** The results that were computed for a transaction, by the fingerprint of their input. */
export type Computations = Map<string, unknown>;

const resultsOf = new WeakMap<Tx, Computations>();

/** Gives the results to an attempt of a transaction. The code that begins the transaction calls this. */
export function keepComputations(tx: Tx, results: Computations): void {
  resultsOf.set(tx, results);
}

/**
 * Returns the result of a long computation. The first time, it ends the transaction, which then runs again with the result. In between
 * it has no connection and no locks. If the input has changed by then, its fingerprint has too, and the result is computed again.
 * @param fingerprint of everything that the result depends on
 * @throws RepeatTransaction
 */
export function computed<Result>(tx: Tx, fingerprint: string, compute: () => Promise<Result>): Result {
  const results = resultsOf.get(tx);
  if (results?.has(fingerprint)) return results.get(fingerprint) as Result;
  throw new RepeatTransaction(`The result of ${fingerprint} must be computed outside of the transaction.`, async () => {
    const result = await compute();
    results?.set(fingerprint, result);
  });
}
