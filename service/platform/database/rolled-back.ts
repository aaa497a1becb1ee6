/** The result of a transaction, or of a savepoint, whose changes are rolled back: a refusal, or a dry run. */
export class RolledBack<T> {
  readonly result: T;
  constructor(result: T) {
    this.result = result;
  }
}

/** Returns a result of the body of a transaction or savepoint that undoes the changes. The caller gets `result`. */
export const rolledBack = <T>(result: T): RolledBack<T> => new RolledBack(result);
