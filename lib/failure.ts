/** An error that a person can fix. The command line prints its message without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Returns the message of a thrown value. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
