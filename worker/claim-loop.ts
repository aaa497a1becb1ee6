import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ProblemError } from '../client/client.ts';

export interface ClaimLoopParts {
  readonly logger: Logger;
  /** The claimed things, in words for the log, such as `deliveries`. */
  readonly what: string;
  /** Returns a signal that is aborted when this build takes no new work any more; null while it takes none. */
  readonly whileCurrent: () => AbortSignal | null;
  /** Claims work from the service once, until the signal. */
  readonly claim: (signal: AbortSignal) => Promise<void>;
}

/** Milliseconds until the next claim after a failed one, and while this build takes no new work. */
const idlePause = 1_000;

/** Returns whether a service of 0.2.0 refused a call that it lacks. Such a service sends the messages on its own until it is replaced, so this is no failure. */
export const isOfEarlierService = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'path.unknown';

/** Claims work from the service, one call after the other, while this build takes new work. */
export class ClaimLoop {
  readonly #parts: ClaimLoopParts;
  readonly #stopping = new AbortController();
  #failure: string | null = null;
  #loop: Promise<void> | null = null;

  constructor(parts: ClaimLoopParts) {
    this.#parts = parts;
  }

  /** Aborted when the loop ends. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Claims no more, and ends the claim in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  /** Waits for some milliseconds, or until the stop. */
  async pause(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.stopping }).catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (!this.stopping.aborted) {
      const current = this.#parts.whileCurrent();
      if (current === null) await this.pause(idlePause);
      else await this.#claimUntil([this.stopping, current]);
    }
  }

  /** Claims until one of these signals. They outlive the call by far, so it has a signal of its own. */
  async #claimUntil(signals: readonly AbortSignal[]): Promise<void> {
    const call = new AbortController();
    const end = () => call.abort();
    for (const signal of signals) signal.addEventListener('abort', end);
    try {
      await this.#parts.claim(call.signal);
      if (this.#failure !== null) this.#parts.logger.info(`claims ${this.#parts.what} again`);
      this.#failure = null;
    } catch (error) {
      if (call.signal.aborted) return;
      if (!isOfEarlierService(error)) this.#failed(error);
      await this.pause(idlePause);
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', end);
    }
  }

  /** Logs a failure once, and again when its reason changes. */
  #failed(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    const { logger, what } = this.#parts;
    if (failure !== this.#failure) logger.warn({ err: error }, `cannot claim ${what}; trying again`);
    this.#failure = failure;
  }
}
