/** When a breaker opens, and for how long. */
export interface BreakerSettings {
  /** Number of failed connections in a row that opens the breaker. */
  readonly failures: number;
  /** Time that the breaker stays open, in milliseconds. */
  readonly openFor: number;
}

/** A call that the breaker has let through. One of its functions is called at its end. */
export interface ObservedCall {
  /** The service has answered, whatever its answer. */
  answered(): void;
  /** The call was given up without an answer. @param cause names it, such as `TimeoutError` */
  timedOut(cause: string): void;
  /** There was no connection, or it broke. @param cause names it, such as `ECONNREFUSED` */
  failed(cause: string): void;
  /** The caller did not wait for the answer, so the call gives no information about the service. */
  canceled(): void;
}

/** Why the breaker lets no call through. */
export interface Outage {
  /** The last failure, such as `TimeoutError`. */
  readonly cause: string;
  /** Milliseconds since the first call was sent that made the breaker open. */
  readonly silentFor: number;
}

interface OpenState {
  readonly cause: string;
  /** When the outage began. */
  readonly since: number;
  /** From then on, the next call is the probe. */
  readonly until: number;
}

/**
 * A circuit breaker of the calls to one service.
 *
 * - **Closed:** it lets all calls through. It opens after a call that timed out, if the service has answered no call since that one
 *   was sent: a busy service answers some calls, and one that hangs answers none. It also opens after some calls in a row
 *   without a connection.
 * - **Open:** it refuses calls for some time. Then it is half open.
 * - **Half open:** it lets one call through as a probe, and refuses the others while the probe is under way. If the probe fails,
 *   the breaker opens again.
 *
 * Any answer closes it, also the answer to a call that was sent before.
 */
export class Breaker {
  readonly #settings: BreakerSettings;
  readonly #now: () => number;
  #open: OpenState | null = null;
  #probe: ObservedCall | null = null;
  /** Calls in a row without a connection. */
  #failures = 0;
  #lastAnswer = Number.NEGATIVE_INFINITY;

  /** @param now returns milliseconds of a clock that only goes forward */
  constructor(settings: BreakerSettings, now: () => number = () => performance.now()) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Returns the observation of a call that may be refused; null where it is refused. */
  admit(): ObservedCall | null {
    if (!this.#open) return this.observe();
    if (this.#probe || this.#now() < this.#open.until) return null;
    this.#probe = this.observe();
    return this.#probe;
  }

  /**
   * Returns the observation of a call that is sent in any state. Its answer closes the breaker, like the answer to
   * any call.
   */
  observe(): ObservedCall {
    const sent = this.#now();
    const call: ObservedCall = {
      answered: () => this.#close(),
      timedOut: (cause) => this.#end(call, cause, sent, this.#lastAnswer < sent),
      failed: (cause) => {
        this.#failures += 1;
        this.#end(call, cause, sent, this.#failures >= this.#settings.failures);
      },
      canceled: () => {
        if (this.#probe === call) this.#probe = null;
      },
    };
    return call;
  }

  /** Why calls are refused; null while the breaker is closed. */
  get outage(): Outage | null {
    return this.#open && { cause: this.#open.cause, silentFor: this.#now() - this.#open.since };
  }

  #close(): void {
    this.#lastAnswer = this.#now();
    this.#failures = 0;
    this.#open = null;
    this.#probe = null;
  }

  #end(call: ObservedCall, cause: string, sent: number, isOutage: boolean): void {
    const wasProbe = this.#probe === call;
    if (wasProbe) this.#probe = null;
    // Only the probe decides about an open breaker: calls that were sent before it opened fail one after the other.
    if (this.#open ? !wasProbe : !isOutage) return;
    this.#open = { cause, since: this.#open?.since ?? sent, until: this.#now() + this.#settings.openFor };
  }
}
