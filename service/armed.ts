import { sql } from 'kysely';
import type { Configuration } from '../config/configuration.ts';
import { ConfigurationError } from '../config/faults.ts';
import { createPlanner, type Planner } from '../plugins/planner.ts';
import type { Database } from './database/database.ts';
import { ensureCarriers } from './seed.ts';
import type { Reloaded } from './services.ts';

/** The configuration that orders are planned by now: another one takes its place whole, or not at all. */
export class Armed {
  readonly #database: Database;
  readonly #load: () => Promise<Configuration>;
  #configuration: Configuration;
  #planner: Planner;

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
   * Keeps the rule set, which orders will refer to, and makes the carriers that it names and the database lacks.
   * @returns names of the carriers that were made
   */
  async keep(configuration: Configuration = this.#configuration): Promise<string[]> {
    const { hash, source, files, carriers } = configuration;
    const texts = JSON.stringify(files.map(({ shown, text }) => ({ file: shown, text })));
    await sql`insert into ruleset (hash, source, files) values (${hash}, ${source}, ${texts}::jsonb) on conflict do nothing`.execute(
      this.#database.kysely,
    );
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
      this.#configuration = read;
      this.#planner = createPlanner(read);
      return { ruleset: read.hash, before, changed: read.hash !== before, rules: read.rules.length, faults: [] };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { ruleset: before, before, changed: false, rules: this.#configuration.rules.length, faults: error.faults };
    }
  }
}
