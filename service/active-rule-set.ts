import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { ConfigurationError } from '../config/file/faults.ts';
import { createPlanner, type Planner } from '../planning/planner.ts';
import type { Database } from './platform/database/database.ts';
import type { Reloaded } from './platform/http/services.ts';
import { ensureCarriers } from './seed.ts';

/** A service asks so often whether another one has armed another rule set (milliseconds). */
const askEvery = 2_000;

/**
 * The configuration that orders are planned by now: another one takes its place whole, or not at all. Of several services on
 * one database each reads the file of its own machine; they agree on which rule set counts by the table `ruleset`.
 */
export class ActiveRuleSet {
  readonly #database: Database;
  readonly #load: () => Promise<Configuration>;
  readonly #stopped = new AbortController();
  #configuration: Configuration;
  #planner: Planner;
  #following: Promise<void> = Promise.resolve();
  /** A rule set that others have armed and this one's file is not; told once. */
  #missed: string | null = null;

  /** @param load reads the operators' file again */
  constructor(database: Database, configuration: Configuration, load: () => Promise<Configuration>) {
    this.#database = database;
    this.#load = load;
    this.#configuration = configuration;
    this.#planner = createPlanner(configuration);
  }

  get configuration(): Configuration {
    return this.#configuration;
  }

  get planner(): Planner {
    return this.#planner;
  }

  /**
   * Keeps the rule set, which orders will refer to, as the one that was armed last, and makes the carriers that it names and the database lacks.
   * @returns names of the carriers that were made
   */
  async keep(configuration: Configuration = this.#configuration): Promise<string[]> {
    const { hash, source, files, carriers } = configuration;
    const texts = JSON.stringify(files.map(({ shown, text }) => ({ file: shown, text })));
    await sql`insert into ruleset (hash, source, files) values (${hash}, ${source}, ${texts}::jsonb)
      on conflict (hash) do update set activated_at = clock_timestamp()`.execute(this.#database.kysely);
    return ensureCarriers(
      this.#database,
      carriers.map(({ name }) => name),
    );
  }

  /** Reads the file again and takes it into use; a faulty one changes nothing, and its faults are told. */
  async reload(): Promise<Reloaded> {
    const before = this.#configuration.hash;
    try {
      const read = await this.#load();
      await this.keep(read);
      this.#take(read);
      return { ruleset: read.hash, before, changed: read.hash !== before, rules: read.rules.length, faults: [] };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { ruleset: before, before, changed: false, rules: this.#configuration.rules.length, faults: error.faults };
    }
  }
  /** From now on, what another service on this database arms is armed here, once the file of this one is the same. */
  follow(logger: Logger): void {
    this.#following = this.#follow(logger);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#following;
  }

  #take(configuration: Configuration): void {
    this.#configuration = configuration;
    this.#planner = createPlanner(configuration);
    this.#missed = null;
  }

  async #follow(logger: Logger): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pause(askEvery, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#look(logger).catch((error) => {
        if (!signal.aborted) logger.warn({ err: error }, 'it cannot be told which rule set is armed');
      });
    }
  }

  async #look(logger: Logger): Promise<void> {
    const { rows } = await sql<{ hash: string }>`select hash from ruleset order by activated_at desc limit 1`.execute(
      this.#database.kysely,
    );
    const active = rows[0]?.hash;
    const before = this.#configuration.hash;
    if (active === undefined || active === before || active === this.#missed) return;
    const read = await this.#load().catch((error) => {
      if (error instanceof ConfigurationError) return null;
      throw error;
    });
    if (read?.hash === active) {
      this.#take(read);
      logger.info({ ruleset: active, before }, 'another service has armed a rule set: taken over');
    } else {
      this.#missed = active;
      const told = { active, ruleset: before, file: read?.hash ?? 'faulty' };
      logger.error(
        told,
        'another service has armed a rule set that the file here is not: orders are planned differently',
      );
    }
  }
}
