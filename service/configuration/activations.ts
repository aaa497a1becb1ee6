import { configurationChanges } from '../../config/changes.ts';
import type { Configuration } from '../../config/configuration.ts';
import { ConfigurationError, type Fault } from '../../config/file/faults.ts';
import type { FileSet } from '../../config/file/file-set.ts';
import { allFindings } from '../../config/rules/check.ts';
import type { Finding } from '../../config/rules/findings.ts';
import { recordNames } from '../../config/rules/record-names.ts';
import type { Database } from '../platform/database/database.ts';
import { problem } from '../platform/problems/problems.ts';
import { ensureCarriers, ensureServiceLevels } from '../seed.ts';
import type { ActiveConfiguration } from './active-configuration.ts';
import type { Source } from './source.ts';
import { type Activation, activeHash, activeRuleSet, storeRuleSet, textsOf } from './stored-rule-set.ts';
import { unknownNamesIn } from './unknown-names.ts';

/** The result of reading a configuration. */
export interface ReloadResult {
  /** The hash of the rule set that is active now, and of the one before; '' for none. */
  readonly ruleset: string;
  readonly before: string;
  readonly changed: boolean;
  readonly rules: number;
  /** The differences from the configuration before, a sentence for each rule and each other entry. */
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

interface Parts {
  readonly database: Database;
  readonly active: ActiveConfiguration;
  readonly source: Source;
}

/**
 * Activates configurations. The table `ruleset` says which rule set is active for all services on one database. With the source
 * `file`, each service reads the file of its own machine, and follows the others if that has the same texts. With the source
 * `database`, it takes the texts from there.
 */
export class Activations {
  readonly #database: Database;
  readonly #active: ActiveConfiguration;
  readonly #source: Source;
  /** Ends with the activation that runs. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ database, active, source }: Parts) {
    this.#database = database;
    this.#active = active;
    this.#source = source;
  }

  /** Takes the active rule set of the database, if there is one. @throws ConfigurationError if it has faults on this machine */
  async takeStored(): Promise<void> {
    const stored = await activeRuleSet(this.#database);
    if (stored) this.#active.replace(await this.#source.compile(stored.set));
  }

  /**
   * Stores the rule set, to which orders refer, as the active one, and creates the carriers and service levels that only the
   * configuration has.
   * @returns the names of the carriers that it created
   */
  async store(
    configuration: Configuration = this.#active.configuration,
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
  reload(by?: number): Promise<ReloadResult> {
    return this.inTurn(() => {
      if (this.#source.kind === 'file') return this.activate(this.#source.read, { how: 'reload', by });
      // The rule set of the database is active already. To store it again could undo a push of this moment.
      return this.#checked(this.#source.read, async (read) => this.#active.replace(read));
    });
  }

  /**
   * Checks the texts of a configuration and activates them. Texts with faults change nothing.
   * @throws config.from-file if this service takes its configuration from a file, whose next reload would undo the push
   */
  async push(set: FileSet, { by, dryRun }: PushOptions): Promise<PushResult> {
    if (this.#source.kind === 'file') throw fromFile();
    let findings: Finding[] = [];
    const load = async () => {
      const configuration = await this.#source.compile(set);
      const unknown = await unknownNamesIn(this.#database, recordNames(configuration));
      findings = [...allFindings(configuration), ...unknown.findings];
      return configuration;
    };
    return this.inTurn(async () => {
      const result = await (dryRun
        ? this.#checked(load, async () => undefined)
        : this.activate(load, { how: 'push', by }));
      return { ...result, findings };
    });
  }

  /** Runs one activation at a time, so that nobody reads files that another one is writing. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Checks a configuration, stores it as the active one, and uses it. A faulty one changes nothing. */
  activate(load: () => Promise<Configuration>, activation: Activation): Promise<ReloadResult> {
    return this.#checked(load, async (read) => {
      await this.store(read, activation);
      this.#active.replace(read);
    });
  }

  /** Takes over the rule set that another service has activated, if this one can and has not looked yet. */
  async catchUp(): Promise<void> {
    const active = await activeHash(this.#database);
    if (active === undefined || active === this.#active.hash) return;
    const read = await this.#source.read().catch(() => null);
    if (read?.hash === active) this.#active.replace(read);
  }

  /** @param accept gets a configuration without faults */
  async #checked(
    load: () => Promise<Configuration>,
    accept: (read: Configuration) => Promise<void>,
  ): Promise<ReloadResult> {
    const { configuration } = this.#active.state;
    const before = configuration?.hash ?? '';
    try {
      const read = await load();
      const { faults } = await unknownNamesIn(this.#database, recordNames(read));
      if (faults.length > 0) throw new ConfigurationError(faults);
      await accept(read);
      const changes = configurationChanges(configuration ? textsOf(configuration) : [], textsOf(read));
      const { hash, rules } = read;
      return { ruleset: hash, before, changed: hash !== before, rules: rules.length, changes, faults: [] };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const rules = configuration?.rules.length ?? 0;
      return { ruleset: before, before, changed: false, rules, changes: [], faults: error.faults };
    }
  }
}

function fromFile() {
  return problem(
    'config.from-file',
    'This service takes its configuration from the file of its machine. Change the file and reload it, or start all services and workers with CONVEYOR_CONFIG_SOURCE=database.',
  );
}
