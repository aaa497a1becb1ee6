/**
 * The carrier said no, for a reason that a person has to mend: an address it does not serve, a wrong account.
 * The order goes to attention with this message. Everything else that a plugin throws is tried again.
 */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
}

/** The carrier could not be reached, did not answer in time, or asked to wait: tried again. */
export class CarrierUnavailable extends Error {
  override readonly name = 'CarrierUnavailable';
  /** How long the carrier asked to wait, in seconds; undefined where it did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number, cause?: unknown) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The plugin itself broke the contract: a missing booking, an empty tracking number. A person has to mend it. */
export class PluginDefect extends Error {
  override readonly name = 'PluginDefect';
}

/**
 * The same fault with what it is about in front, such as the carrier or a carton: who reads it in a history sees nothing else.
 * @example http.json(…).catch((error) => { throw about(`carton ${carton.number}`, error); })
 */
export function about(what: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = `${what}: ${error.message}`;
  if (error instanceof CarrierRefused) return new CarrierRefused(message, { cause: error });
  if (error instanceof CarrierUnavailable) return new CarrierUnavailable(message, error.retryAfterSeconds, error);
  if (error instanceof PluginDefect) return new PluginDefect(message, { cause: error });
  return error;
}

/** A hook threw what the contract does not know: tried again some times, and then a person's matter as a defect is. */
export class PluginFailed extends Error {
  override readonly name = 'PluginFailed';
}
