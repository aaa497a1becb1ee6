/**
 * The carrier refused for a reason that a person must correct, such as an address without service or a wrong account.
 * The order goes to attention with this message. All other errors of a plugin are retried.
 */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
}

/** The carrier could not be reached, did not answer in time, or asked to wait. The call is retried. */
export class CarrierUnavailable extends Error {
  override readonly name = 'CarrierUnavailable';
  /** Waiting time that the carrier asked for, in seconds; undefined if it named none. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number, cause?: unknown) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The plugin broke the contract, for example with a missing booking. A person must correct the plugin. */
export class PluginDefect extends Error {
  override readonly name = 'PluginDefect';
}

/**
 * Returns the same error with its subject in front, such as a carton, because a workflow history shows the message only.
 * @example http.json(…).catch((error) => { throw about(`carton ${carton.number}`, error); })
 */
export function about(subject: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = `${subject}: ${error.message}`;
  if (error instanceof CarrierRefused) return new CarrierRefused(message, { cause: error });
  if (error instanceof CarrierUnavailable) return new CarrierUnavailable(message, error.retryAfterSeconds, error);
  if (error instanceof PluginDefect) return new PluginDefect(message, { cause: error });
  return error;
}

/** A request to a carrier without success, with its address. It is the cause of another error, for the worker's log alone. */
export class FailedRequest extends Error {
  override readonly name = 'FailedRequest';
}

/** A hook threw an error outside the contract. It is retried some times, and then treated like a defect. */
export class PluginFailed extends Error {
  override readonly name = 'PluginFailed';
}
