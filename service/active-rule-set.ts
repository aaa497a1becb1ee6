import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { configurationChanges, type FileText } from '../config/changes.ts';
import type { Configuration } from '../config/configuration.ts';
import { ConfigurationError, type Fault } from '../config/file/faults.ts';
import { createPlanner, type Planner } from '../planning/planner.ts';
import { unknownInRules } from './orders/planning/unknown-names.ts';
import { type ReportPlanFault, reportingPlanFaults } from './plan-faults.ts';
import type { Database } from './platform/database/database.ts';
import { demandUnedited, restored, writeFiles } from './restored-files.ts';
import { ensureCarriers, ensureServiceLevels } from './seed.ts';

declare module './platform/http/services.ts' {
  interface Services {
    /** The active configuration. Reloading replaces it at any time. */
    readonly configuration: Configuration;
    readonly planner: Planner;
    /** Reads the operators' file again and activates it. */
    readonly reload: (by?: number) => Promise<ReloadResult>;
    /** Brings back the files of an earlier configuration, and activates them. */
    readonly rollback: (version: EarlierVersion, by: number) => Promise<ReloadResult>;
  }
}

/** The result of reading the operators' file again. */
export interface ReloadResult {
  /** The hash of the rule set that is active now, and of the one before. */
  readonly ruleset: string;
  readonly before: string;
  readonly changed: boolean;
  readonly rules: number;
  /** What changed, a sentence for each rule and each other entry. */
  readonly changes: readonly string[];
  /** The faults of the file. A file with faults is not activated. */
  readonly faults: readonly Fault[];
}

/** A configuration of the history. */
export interface EarlierVersion {
  readonly version: number;
  readonly files: readonly FileText[];
}

/** Who activates a configuration, and how. */
interface Activation {
  readonly how: 'start' | 'reload' | 'rollback';
  readonly by?: number | undefined;
  readonly to?: number;
}

/** How often a service checks whether another one has activated another rule set, in milliseconds. */
const pollInterval = 2_000;

/**
 * The configuration by which orders are planned. A new configuration replaces it as a whole, or not at all. Several services
 * on one database each read the file of their own machine. The table `ruleset` says which rule set is active for all.
 */
export class ActiveRuleSet {
  readonly #database: Database;
  readonly #load: () => Promise<Configuration>;
  readonly #reportPlanFault: ReportPlanFault;
  readonly #stopped = new AbortController();
  #configuration: Configuration;
  #planner: Planner;
  #following: Promise<void> = Promise.resolve();
  /** Ends with the reload or rollback that runs. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The active rule set that this service's file does not have. It is logged once. */
  #missing: string | null = null;

  /**
   * @param load reads the operators' file
   * @param logger gets the faults of plugins in plans
   */
  constructor(
    database: Database,
    configuration: Configuration,
    load: () => Promise<Configuration>,
    logger?: Pick<Logger, 'error'>,
  ) {
    this.#reportPlanFault = (plugin, message, stack) =>
      logger?.error({ plugin, stack }, `plan of the plugin ${plugin} failed: ${message}`);
    this.#database = database;
    this.#load = load;
    this.#configuration = configuration;
    this.#planner = this.#plannerOf(configuration);
  }

  get configuration(): Configuration {
    return this.#configuration;
  }

  get planner(): Planner {
    return this.#planner;
  }

  /**
   * Stores the rule set, to which orders refer, as the active one, and creates the carriers and service levels that only the
   * configuration has.
   * @returns the names of the carriers that it created
   */
  async store(
    configuration: Configuration = this.#configuration,
    { how, by, to }: Activation = { how: 'start' },
  ): Promise<string[]> {
    const { hash, source, files, carriers } = configuration;
    const texts = JSON.stringify(textsOf({ files }));
    await this.#database.transaction('configuration', async (transaction) => {
      await sql`insert into ruleset (hash, source, files) values (${hash}, ${source}, ${texts}::jsonb)
        on conflict (hash) do update set activated_at = clock_timestamp()`.execute(transaction);
      await sql`
        -- Adds a version to the history, unless the last one has the same configuration.
        insert into configversion (ruleset, how, account_id, rolled_back_to)
        select ${hash}, ${how}, ${by ?? null}::bigint, ${to ?? null}::bigint
        where ${hash}::text is distinct from (select ruleset from configversion order by id desc limit 1)`.execute(
        transaction,
      );
    });
    const created = await ensureCarriers(
      this.#database,
      carriers.map(({ name }) => name),
    );
    await ensureServiceLevels(this.#database, carriers);
    return created;
  }

  /** Reads the file again and activates it. A file with faults changes nothing. */
  reload(activation: Activation = { how: 'reload' }): Promise<ReloadResult> {
    return this.#inTurn(() => this.#activate(activation));
  }

  /** Runs one reload or rollback at a time, so that nobody reads files that another one is writing. */
  #inTurn(work: () => Promise<ReloadResult>): Promise<ReloadResult> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #activate(activation: Activation): Promise<ReloadResult> {
    const before = this.#configuration.hash;
    const was = textsOf(this.#configuration);
    try {
      const read = await this.#load();
      const unknown = await unknownInRules(this.#database, read);
      if (unknown.length > 0) throw new ConfigurationError(unknown);
      await this.store(read, activation);
      this.#replace(read);
      const changes = configurationChanges(was, textsOf(read));
      return {
        ruleset: read.hash,
        before,
        changed: read.hash !== before,
        rules: read.rules.length,
        changes,
        faults: [],
      };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const { rules } = this.#configuration;
      return { ruleset: before, before, changed: false, rules: rules.length, changes: [], faults: error.faults };
    }
  }

  /**
   * Writes the files of an earlier configuration in place of those of this service, and activates them: the next start reads the
   * same. If they have faults by now, such as a plugin that is gone, the files stay as they were.
   * @throws config.edited if a file has changes that are not active; config.not-writable
   */
  rollback(version: EarlierVersion, by: number): Promise<ReloadResult> {
    return this.#inTurn(() => this.#bringBack(version, by));
  }

  async #bringBack({ version, files }: EarlierVersion, by: number): Promise<ReloadResult> {
    const present = this.#configuration.files;
    await demandUnedited(present);
    const replacing = restored(files, present);
    const undo = [
      ...replacing.map(({ path }) => ({ path, text: null })),
      ...present.map(({ path, text }) => ({ path, text })),
    ];
    try {
      await writeFiles(replacing);
      const result = await this.#activate({ how: 'rollback', by, to: version });
      if (result.faults.length > 0) await writeFiles(undo);
      return result;
    } catch (error) {
      await writeFiles(undo);
      throw error;
    }
  }

  /** Starts to activate the rule sets that other services on this database activate, if the file of this one is the same. */
  follow(logger: Logger): void {
    this.#following = this.#follow(logger);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#following;
  }

  #replace(configuration: Configuration): void {
    this.#configuration = configuration;
    this.#planner = this.#plannerOf(configuration);
    this.#missing = null;
  }

  #plannerOf(configuration: Configuration): Planner {
    return createPlanner(reportingPlanFaults(configuration, this.#reportPlanFault));
  }

  async #follow(logger: Logger): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pause(pollInterval, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#compare(logger).catch((error) => {
        if (!signal.aborted) logger.warn({ err: error }, 'cannot read which rule set is active');
      });
    }
  }

  async #compare(logger: Logger): Promise<void> {
    const { rows } = await sql<{ hash: string }>`select hash from ruleset order by activated_at desc limit 1`.execute(
      this.#database.kysely,
    );
    const active = rows[0]?.hash;
    const before = this.#configuration.hash;
    if (active === undefined || active === before || active === this.#missing) return;
    const read = await this.#load().catch((error) => {
      if (error instanceof ConfigurationError) return null;
      throw error;
    });
    if (read?.hash === active) {
      this.#replace(read);
      logger.info({ ruleset: active, before }, 'activated the rule set that another service has activated');
    } else {
      this.#missing = active;
      logger.error(
        { active, ruleset: before, file: read?.hash ?? 'faulty' },
        'another service has activated a rule set that the file of this service does not have: this service plans orders differently. Bring the file up to date.',
      );
    }
  }
}

/** Returns the texts of a configuration, as the history stores them. */
const textsOf = ({ files }: Pick<Configuration, 'files'>): FileText[] =>
  files.map(({ shown, text }) => ({ file: shown, text }));
