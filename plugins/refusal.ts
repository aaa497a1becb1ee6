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
