import { problem } from '../problems/problems.ts';
import type { Tx } from './operation.ts';

/** The results that were computed for a transaction, by the fingerprint of their input. */
const resultsOf = new WeakMap<Tx, ReadonlyMap<string, unknown>>();

/** Results that one transaction may need: one for each open pack of its orders, and again after each change of the input. */
const mostComputations = 20;

/**
 * A transaction needs a result that takes too long to compute while it holds locks and a connection.
 * `withComputations` computes the result after the rollback, and runs the transaction again.
 */
class ComputationPending extends Error {
  override readonly name = 'ComputationPending';
  readonly fingerprint: string;
  readonly compute: () => Promise<unknown>;

  constructor(fingerprint: string, compute: () => Promise<unknown>) {
    super(`The result of ${fingerprint} must be computed outside of the transaction.`);
    this.fingerprint = fingerprint;
    this.compute = compute;
  }
}

/**
 * Returns the result of a long computation. The first time, it ends the transaction, which then runs again with the result. If the
 * input has changed by then, its fingerprint has too, and the result is computed anew.
 * @param fingerprint of everything that the result depends on
 * @throws an error that only `withComputations` catches
 */
export function computed<Result>(tx: Tx, fingerprint: string, compute: () => Promise<Result>): Result {
  const results = resultsOf.get(tx);
  if (!results?.has(fingerprint)) throw new ComputationPending(fingerprint, compute);
  return results.get(fingerprint) as Result;
}

/**
 * Runs a transaction, and again with each result that it needs. In between it has no connection and no locks.
 * @param run runs the transaction once, and begins with `begin(tx)`
 * @throws 503 if the input changed during every computation
 */
export async function withComputations<Result>(
  name: string,
  run: (begin: (tx: Tx) => Tx) => Promise<Result>,
): Promise<Result> {
  const results = new Map<string, unknown>();
  const begin = (tx: Tx): Tx => {
    resultsOf.set(tx, results);
    return tx;
  };
  for (;;) {
    try {
      return await run(begin);
    } catch (error) {
      if (!(error instanceof ComputationPending)) throw error;
      if (results.size === mostComputations) {
        throw problem(
          'service.unavailable',
          `${name} works on records that change all the time. Try again in a moment.`,
        );
      }
      results.set(error.fingerprint, await error.compute());
    }
  }
}
