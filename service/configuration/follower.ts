import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Configuration } from '../../config/configuration.ts';
import { ConfigurationError, faultLine } from '../../config/file/faults.ts';
import type { Database } from '../platform/database/database.ts';
import type { Activations } from './activations.ts';
import type { ActiveConfiguration } from './active-configuration.ts';
import type { Source } from './source.ts';
import { activeHash } from './stored-rule-set.ts';

/** How often a service checks whether another one has activated another rule set, in milliseconds. */
const pollInterval = 2_000;

interface Parts {
  readonly database: Database;
  readonly active: ActiveConfiguration;
  readonly source: Source;
  readonly activations: Activations;
}

/** Activates the rule sets that other services on the database activate. */
export class Follower {
  readonly #database: Database;
  readonly #active: ActiveConfiguration;
  readonly #source: Source;
  readonly #activations: Activations;
  readonly #stopped = new AbortController();
  #following: Promise<void> = Promise.resolve();

  constructor({ database, active, source, activations }: Parts) {
    this.#database = database;
    this.#active = active;
    this.#source = source;
    this.#activations = activations;
  }

  start(logger: Logger): void {
    this.#following = this.#follow(logger);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#following;
  }

  async #follow(logger: Logger): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pause(pollInterval, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#activations
        .inTurn(() => this.#compare(logger))
        .catch((error) => {
          if (!signal.aborted) logger.warn({ err: error }, 'cannot read which rule set is active');
        });
    }
  }

  /** A rule set that this process cannot use is logged once. */
  async #compare(logger: Logger): Promise<void> {
    const active = await activeHash(this.#database);
    const before = this.#active.hash;
    if (active === undefined || active === before || active === this.#active.unusableHash) return;
    const read = await this.#source.read().catch((error) => {
      if (error instanceof ConfigurationError) return error;
      throw error;
    });
    if (!(read instanceof ConfigurationError) && read.hash === active) {
      this.#active.replace(read);
      logger.info({ ruleset: active, before }, 'activated the rule set that another service has activated');
      return;
    }
    const file = read instanceof ConfigurationError ? 'faulty' : read.hash;
    const why = this.#source.kind === 'file' ? otherFile : otherTexts(read);
    this.#active.keepBecause(active, why);
    logger.error({ active, ruleset: before, file }, why);
  }
}

const otherFile =
  'Another service has activated a rule set that the file of this service does not have: this service plans orders differently. Bring the file up to date.';

/** Returns why a rule set of the database cannot be used here: it has faults, or the packages of its plugins are others. */
function otherTexts(read: Configuration | ConfigurationError): string {
  const reason =
    read instanceof ConfigurationError
      ? read.faults.map(faultLine).join('; ').replace(/\.$/, '')
      : 'the packages of its plugins have another content here';
  return `The active rule set of the database cannot be used on this machine: ${reason}.`;
}
