/**
 * Thrown inside a transaction that has to begin again, because others have committed rows that it should have seen, or because
 * something has to happen first while it holds no locks and no connection.
 */
export class RepeatTransaction extends Error {
  override readonly name = 'RepeatTransaction';
  /** Runs between the two attempts; null for a random pause. */
  readonly meanwhile: (() => Promise<void>) | null;

  constructor(message: string, meanwhile: (() => Promise<void>) | null = null) {
    super(message);
    this.meanwhile = meanwhile;
  }
}
