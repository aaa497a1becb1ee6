import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Client } from '../client/client.ts';
import type { Configuration } from '../config/configuration.ts';

/** Milliseconds between two reads of the service's active rule set: a small call, which orders hardly notice. */
const readEvery = 3_000;

export interface FollowedConfiguration {
  /** The hash of the rule set in use. */
  readonly ruleset: string;
  /** Loads the configuration and applies it. A faulty one changes nothing, and the log names the fault. */
  reload(): Promise<void>;
  /** Loads the configuration that the service plans with, if it differs. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly client: Pick<Client, 'config'>;
  readonly logger: Logger;
  /** Hash of the worker's rule set at the start. */
  readonly ruleset: string;
  /** Reads the configuration file, or the configuration of the service. */
  load(): Promise<Configuration>;
  apply(configuration: Configuration): Promise<void>;
}

/**
 * Keeps a worker on the configuration that is active in the service: a carrier of a new order must be known where it is booked.
 * When the service plans by another rule set, the worker loads its own file, or the texts of the service, again.
 */
export function followConfiguration(options: Options): FollowedConfiguration {
  const { client } = options;
  const stopped = new AbortController();
  const loader = new ConfigurationLoader(options);

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      await pause(readEvery, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      await catchUp();
    }
  }

  async function catchUp(): Promise<void> {
    // Other parts report a service that is away.
    const active = await client.config.get().catch(() => null);
    if (active && active.ruleset !== loader.ruleset && !stopped.signal.aborted) await loader.load(active.ruleset);
  }

  const following = follow();
  return {
    get ruleset() {
      return loader.ruleset;
    },
    reload: () => loader.load(null),
    catchUp,
    async stop() {
      stopped.abort();
      await following;
      await loader.finished();
    },
  };
}

/** Loads the configuration, one load after the other: a signal may arrive while the worker follows the service. */
class ConfigurationLoader {
  ruleset: string;
  readonly #options: Options;
  /** The last rule set that could not be loaded: the log names it once, and not every few seconds. */
  #missed: string | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.ruleset = options.ruleset;
  }

  /** @param wanted the rule set of the service; null accepts any */
  load(wanted: string | null): Promise<void> {
    this.#last = this.#last.then(() => this.#load(wanted));
    return this.#last;
  }

  finished(): Promise<void> {
    return this.#last;
  }

  async #load(wanted: string | null): Promise<void> {
    const { logger, load, apply } = this.#options;
    try {
      const configuration = await load();
      const { hash } = configuration;
      if (wanted !== null && hash !== wanted) return this.#reportMismatch(wanted, hash);
      await apply(configuration);
      logger.info({ ruleset: hash, before: this.ruleset }, 'the configuration was loaded again');
      this.ruleset = hash;
      this.#missed = null;
    } catch (error) {
      if (this.#missed !== wanted || wanted === null) {
        logger.error({ err: error }, 'the configuration could not be loaded: nothing has changed');
      }
      this.#missed = wanted;
    }
  }

  #reportMismatch(active: string, file: string): void {
    const hashes = { active, file, ruleset: this.ruleset };
    if (this.#missed !== active) {
      this.#options.logger.warn(hashes, "the service plans by another rule set than this worker's configuration has");
    }
    this.#missed = active;
  }
}
