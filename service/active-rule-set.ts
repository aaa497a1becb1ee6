import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { configurationChanges } from '../config/changes.ts';
import type { Configuration } from '../config/configuration.ts';
import { ConfigurationError, type Fault, faultLine } from '../config/file/faults.ts';
import { type FileSet, fileSetOf } from '../config/file/file-set.ts';
import { loadFileSet } from '../config/load-set.ts';
import { type Finding, findingsOf } from '../config/rules/findings.ts';
import { createPlanner, type Planner } from '../planning/planner.ts';
import { unknownInRules } from './orders/planning/unknown-names.ts';
import { type ReportPlanFault, reportingPlanFaults } from './plan-faults.ts';
import type { Database } from './platform/database/database.ts';
import { problem } from './platform/problems/problems.ts';
import { demandUnedited, restored, writeFiles } from './restored-files.ts';
import { ensureCarriers, ensureServiceLevels } from './seed.ts';
import { type Activation, activeHash, activeRuleSet, setOf, storeRuleSet, textsOf } from './stored-rule-set.ts';

declare module './platform/http/services.ts' {
  interface Services {
    /** The active configuration. Reloading replaces it at any time. @throws config.missing before the first one */
    readonly configuration: Configuration;
    /** @throws config.missing before the first configuration */
    readonly planner: Planner;
    /** Reads the operators' file again, or the active rule set of the database, and activates it. */
    readonly reload: (by?: number) => Promise<ReloadResult>;
    /** Brings back the files of an earlier configuration, and activates them. */
    readonly rollback: (version: EarlierVersion, by: number) => Promise<ReloadResult>;
    /** Returns the texts of the active configuration. @throws config.missing before the first one */
    readonly configurationFiles: () => FileSet & { readonly ruleset: string };
    /** Checks the texts of a configuration, and activates them unless it is a dry run. @throws config.from-file */
    readonly push: (set: FileSet, options: PushOptions) => Promise<PushResult>;
  }
}

/** The result of reading the operators' file again. */
export interface ReloadResult {
  /** The hash of the rule set that is active now, and of the one before; '' for none. */
  readonly ruleset: string;
  readonly before: string;
  readonly changed: boolean;
  readonly rules: number;
  /** What changed, a sentence for each rule and each other entry. */
  readonly changes: readonly string[];
  /** The faults of the file. A file with faults is not activated. */
  readonly faults: readonly Fault[];
}

export interface PushOptions {
  readonly by: number;
  /** Whether the set is only checked. */
  readonly dryRun: boolean;
}

/** The result of a push. In a dry run, the rule set and its changes are those that would be active. */
export interface PushResult extends ReloadResult {
  /** Rules that surely have not the intended effect. They do not stop a push. */
  readonly findings: readonly Finding[];
}

/** A configuration of the history. */
export interface EarlierVersion extends FileSet {
  readonly version: number;
}

export interface ActiveRuleSetOptions {
  readonly database: Database;
  /** The configuration at the start; null for a database without one. */
  readonly configuration: Configuration | null;
  /** Reads the operators' file. A rule set of the database needs none. */
  readonly load?: () => Promise<Configuration>;
  /** Where the configuration comes from. Default: the file. */
  readonly source?: 'file' | 'database';
  /** Compiles the texts of a configuration. */
  readonly loadSet?: (set: FileSet) => Promise<Configuration>;
  /** Gets the faults of plugins in plans. */
  readonly logger?: Pick<Logger, 'error'>;
}

/** How often a service checks whether another one has activated another rule set, in milliseconds. */
const pollInterval = 2_000;

/** Why a service without a configuration does not work, and what to do. */
export const missingConfiguration =
  'The database has no configuration yet. Activate one on this service: conveyor config push FILE.';

/**
 * The configuration by which orders are planned. A new configuration replaces it as a whole, or not at all. The table `ruleset` says
 * which rule set is active for all services on one database. With the source `file`, each service reads the file of its own machine,
 * and follows the others if that has the same texts. With the source `database`, it takes the texts from there.
 */
export class ActiveRuleSet {
  readonly source: 'file' | 'database';
  readonly #database: Database;
  readonly #load: () => Promise<Configuration>;
  readonly #loadSet: (set: FileSet) => Promise<Configuration>;
  readonly #reportPlanFault: ReportPlanFault;
  readonly #stopped = new AbortController();
  #configuration: Configuration | null = null;
  #planner: Planner | null = null;
  #since: Date | null = null;
  #following: Promise<void> = Promise.resolve();
  /** Ends with the reload, rollback or push that runs. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The active rule set that this service cannot use, and why. It is logged once. */
  #missing: { readonly hash: string; readonly why: string } | null = null;
  #changed: () => void = () => undefined;

  constructor({ database, configuration, load, source = 'file', loadSet = loadFileSet, logger }: ActiveRuleSetOptions) {
    this.#reportPlanFault = (plugin, message, stack) =>
      logger?.error({ plugin, stack }, `plan of the plugin ${plugin} failed: ${message}`);
    this.source = source;
    this.#database = database;
    this.#loadSet = loadSet;
    this.#load = source === 'file' && load ? load : () => this.#loadStored();
    if (configuration) this.#replace(configuration);
  }

  /** @throws config.missing before the first configuration */
  get configuration(): Configuration {
    if (this.#configuration) return this.#configuration;
    throw problem('config.missing', missingConfiguration);
  }

  /** @throws config.missing before the first configuration */
  get planner(): Planner {
    if (this.#planner) return this.#planner;
    throw problem('config.missing', missingConfiguration);
  }

  /** The texts of the configuration in use. @throws config.missing before the first one */
  get texts(): FileSet & { readonly ruleset: string } {
    return { ruleset: this.configuration.hash, ...fileSetOf(this.configuration) };
  }

  /** What this service uses, and why that is not the active rule set. It has none before the first one. */
  get state(): { configuration: Configuration | null; since: Date | null; problem: string | null } {
    const problem = this.#configuration ? (this.#missing?.why ?? null) : missingConfiguration;
    return { configuration: this.#configuration, since: this.#since, problem };
  }

  /** Calls `changed` each time that this service begins to use another rule set, or cannot use the active one. */
  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  /** Takes the active rule set of the database, if there is one. @throws ConfigurationError if it has faults on this machine */
  async takeStored(): Promise<void> {
    const stored = await activeRuleSet(this.#database);
    if (stored) this.#replace(await this.#loadSet(stored.set));
  }

  /**
   * Stores the rule set, to which orders refer, as the active one, and creates the carriers and service levels that only the
   * configuration has.
   * @returns the names of the carriers that it created
   */
  async store(
    configuration: Configuration = this.configuration,
    activation: Activation = { how: 'start' },
  ): Promise<string[]> {
    const { carriers } = configuration;
    await storeRuleSet(this.#database, configuration, activation);
    const created = await ensureCarriers(
      this.#database,
      carriers.map(({ name }) => name),
    );
    await ensureServiceLevels(this.#database, carriers);
    return created;
  }

  /** Reads the file again, or the active rule set of the database, and activates it. A faulty one changes nothing. */
  reload(activation: Activation = { how: 'reload' }): Promise<ReloadResult> {
    // What the database has is active already. To store it again could undo a push of this moment.
    return this.#inTurn(() => this.#activate(() => this.#load(), this.source === 'file' ? activation : 'taken'));
  }

  /**
   * Checks the texts of a configuration and activates them. Texts with faults change nothing.
   * @throws config.from-file if this service takes its configuration from a file, whose next reload would undo the push
   */
  async push(set: FileSet, { by, dryRun }: PushOptions): Promise<PushResult> {
    if (this.source === 'file') throw fromFile();
    let findings: Finding[] = [];
    const load = async () => {
      const configuration = await this.#loadSet(set);
      findings = findingsOf(configuration);
      return configuration;
    };
    return this.#inTurn(async () => {
      const result = await this.#activate(load, dryRun ? 'checked' : { how: 'push', by });
      return { ...result, findings };
    });
  }

  /** Runs one reload, rollback or push at a time, so that nobody reads files that another one is writing. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** @param activation how it is stored as the active one; `taken` uses it without that, and `checked` does not use it either */
  async #activate(
    load: () => Promise<Configuration>,
    activation: Activation | 'taken' | 'checked',
  ): Promise<ReloadResult> {
    const before = this.#configuration?.hash ?? '';
    const was = this.#configuration ? textsOf(this.#configuration) : [];
    try {
      const read = await load();
      const unknown = await unknownInRules(this.#database, read);
      if (unknown.length > 0) throw new ConfigurationError(unknown);
      if (typeof activation === 'object') await this.store(read, activation);
      if (activation !== 'checked') this.#replace(read);
      const changes = configurationChanges(was, textsOf(read));
      const { hash, rules } = read;
      return { ruleset: hash, before, changed: hash !== before, rules: rules.length, changes, faults: [] };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const rules = this.#configuration?.rules.length ?? 0;
      return { ruleset: before, before, changed: false, rules, changes: [], faults: error.faults };
    }
  }

  /**
   * Activates an earlier configuration. With the source `file`, it first writes its files in place of those of this service: the
   * next start reads the same. If they have faults by now, such as a plugin that is gone, the files stay as they were.
   * @throws config.edited if a file has changes that are not active; config.not-writable
   */
  rollback(version: EarlierVersion, by: number): Promise<ReloadResult> {
    if (this.source === 'file') return this.#inTurn(() => this.#bringBack(version, by));
    const activation = { how: 'rollback', by, to: version.version } as const;
    return this.#inTurn(() => this.#activate(() => this.#loadSet(setOf(version)), activation));
  }

  async #bringBack({ version, files }: EarlierVersion, by: number): Promise<ReloadResult> {
    const present = this.configuration.files;
    await demandUnedited(present);
    const replacing = restored(files, present);
    const undo = [
      ...replacing.map(({ path }) => ({ path, text: null })),
      ...present.map(({ path, text }) => ({ path, text })),
    ];
    try {
      await writeFiles(replacing);
      const result = await this.#activate(() => this.#load(), { how: 'rollback', by, to: version });
      if (result.faults.length > 0) await writeFiles(undo);
      return result;
    } catch (error) {
      await writeFiles(undo);
      throw error;
    }
  }

  /** Starts to activate the rule sets that other services on this database activate. */
  follow(logger: Logger): void {
    this.#following = this.#follow(logger);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#following;
  }

  /** Loads the active rule set of the database. @throws config.missing */
  async #loadStored(): Promise<Configuration> {
    const stored = await activeRuleSet(this.#database);
    if (stored) return this.#loadSet(stored.set);
    throw problem('config.missing', missingConfiguration);
  }

  #replace(configuration: Configuration): void {
    if (configuration.hash !== this.#configuration?.hash) this.#since = new Date();
    this.#configuration = configuration;
    this.#planner = createPlanner(reportingPlanFaults(configuration, this.#reportPlanFault));
    this.#missing = null;
    this.#changed();
  }

  async #follow(logger: Logger): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pause(pollInterval, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#inTurn(() => this.#compare(logger)).catch((error) => {
        if (!signal.aborted) logger.warn({ err: error }, 'cannot read which rule set is active');
      });
    }
  }

  async #compare(logger: Logger): Promise<void> {
    const active = await activeHash(this.#database);
    const before = this.#configuration?.hash;
    if (active === undefined || active === before || active === this.#missing?.hash) return;
    const read = await this.#load().catch((error) => {
      if (error instanceof ConfigurationError) return error;
      throw error;
    });
    if (!(read instanceof ConfigurationError) && read.hash === active) {
      this.#replace(read);
      logger.info({ ruleset: active, before }, 'activated the rule set that another service has activated');
      return;
    }
    const file = read instanceof ConfigurationError ? 'faulty' : read.hash;
    const why = this.source === 'file' ? otherFile : otherTexts(read);
    this.#missing = { hash: active, why };
    this.#changed();
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

function fromFile() {
  return problem(
    'config.from-file',
    'This service takes its configuration from the file of its machine. Change the file and reload it, or start all services and workers with CONVEYOR_CONFIG_SOURCE=database.',
  );
}
