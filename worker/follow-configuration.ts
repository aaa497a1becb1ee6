import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Client } from '../client/client.ts';
import type { Configuration } from '../config/configuration.ts';

/** A worker asks so often which rule set the service plans by (milliseconds): a small call, and orders hardly notice. */
const askEvery = 3_000;

export interface FollowedConfiguration {
  /** Reads the file again and takes it into use; a faulty one changes nothing, and the log says what is wrong. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps a worker on the operators' file that the service has armed: carriers of new orders have to be known where they are
 * booked. When the service plans by another rule set, the worker reads its own file again.
 * @param load reads the file
 * @param take takes what was read into use
 */
export function followConfiguration(parts: {
  readonly client: Pick<Client, 'config'>;
  readonly logger: Logger;
  readonly ruleset: string;
  load(): Promise<Configuration>;
  take(configuration: Configuration): Promise<void>;
}): FollowedConfiguration {
  const { client, logger, load, take } = parts;
  const stopped = new AbortController();
  let own = parts.ruleset;
  /** The rule set that was asked for in vain: said once, and not every few seconds. */
  let missed: string | null = null;
  let last: Promise<void> = Promise.resolve();

  /** @param wanted the rule set that is to be armed; null for whatever the file says */
  async function read(wanted: string | null): Promise<void> {
    try {
      const configuration = await load();
      const { hash } = configuration;
      if (wanted !== null && hash !== wanted) {
        const told = { active: wanted, file: hash, ruleset: own };
        if (missed !== wanted) logger.warn(told, "the service plans by another rule set than this worker's file has");
        missed = wanted;
        return;
      }
      await take(configuration);
      logger.info({ ruleset: hash, before: own }, 'the configuration was read again');
      own = hash;
      missed = null;
    } catch (error) {
      if (missed !== wanted || wanted === null)
        logger.error({ err: error }, 'the configuration was not read: nothing has changed');
      missed = wanted;
    }
  }

  /** One after the other: a signal may come while the service's word is followed. */
  function next(wanted: string | null): Promise<void> {
    last = last.then(() => read(wanted));
    return last;
  }

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      await pause(askEvery, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      // A service that is away is told of elsewhere.
      const active = await client.config.get().catch(() => null);
      if (active && active.ruleset !== own && !stopped.signal.aborted) await next(active.ruleset);
    }
  }

  const following = follow();
  return {
    reload: () => next(null),
    async stop() {
      stopped.abort();
      await following;
      await last;
    },
  };
}
