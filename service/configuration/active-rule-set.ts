import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { configurationChanges, type FileText } from '../../config/changes.ts';
import { closedChanges, openSections } from '../../config/closed-sections.ts';
import type { Configuration } from '../../config/configuration.ts';
import { ConfigurationError, type Fault, faultLine } from '../../config/file/faults.ts';
import { nameFrom } from '../../config/file/file-names.ts';
import { type FileSet, fileSetOf } from '../../config/file/file-set.ts';
import type { Variables } from '../../config/file/variables.ts';
import { loadFileSet } from '../../config/load-set.ts';
import { createPlanner, type Planner } from '../../config/planning/planner.ts';
import { type Finding, findingsOf } from '../../config/rules/findings.ts';
import { setCountries } from '../../lib/addresses/countries.ts';
import { unknownInRules } from '../orders/planning/unknown-names.ts';
import type { Database } from '../platform/database/database.ts';
import { problem } from '../platform/problems/problems.ts';
import { ensureCarriers, ensureServiceLevels } from '../seed.ts';
import { type ReportPlanFault, reportingPlanFaults } from './plan-faults.ts';
import { editedFiles, namesToWrite, replaceFiles, unwritable } from './restored-files.ts';
import { checkTexts, givenTexts } from './rule-trials.ts';
import {
  type Activation,
  activeHash,
  activeRuleSet,
  setOf,
  storeRuleSet,
  textsOf,
  whileNobodyEdits,
} from './stored-rule-set.ts';

declare module '../platform/http/services.ts' {
  interface Services {
    /** The active configuration. Reloading replaces it at any time. @throws config.missing before the first one */
    readonly configuration: Configuration;
    /** @throws config.missing before the first configuration */
    readonly planner: Planner;
    /** Reads the operators' file again, or the active rule set of the database, and activates it. */
    readonly reload: (by?: number) => Promise<ReloadResult>;
    /** Brings back the files of an earlier configuration, and activates them. */
    readonly rollback: (version: EarlierVersion, by: Editor) => Promise<ReloadResult>;
    /** Returns the texts of the active configuration. @throws config.missing before the first one */
    readonly configurationFiles: () => FileSet & { readonly ruleset: string };
    /** Checks the texts of a configuration, and activates them unless it is a dry run. @throws config.from-file */
    readonly push: (set: FileSet, options: PushOptions) => Promise<PushResult>;
    /** Returns whether the files of the configuration may be edited over the interface. */
    readonly editing: () => Promise<Editing>;
    /** Returns the files that have changed on the machine and are not active, by paths from the folder of the operators' file. */
    readonly editedFiles: () => Promise<{ file: string; text: string | null }[]>;
    /** Replaces the files of the configuration by edited ones, and activates them. @throws config.changed and others */
    readonly edit: (edit: Edit) => Promise<PushResult>;
  }
}

export interface Editing {
  readonly allowed: boolean;
  /** Why not, in one sentence; null if editing is allowed. */
  readonly reason: string | null;
}

/** A user who edits the configuration or brings back a version. */
export interface Editor {
  readonly by: number;
  /** Whether the user has the permission to push a configuration. Without it, only the sections of the rules may change. */
  readonly mayPush: boolean;
}

export interface Edit extends PushOptions, Editor {
  /** All files, by paths from the folder of the operators' file, which is the first. */
  readonly files: readonly FileText[];
  /** The hash of the rule set whose files were edited. */
  readonly ruleset: string;
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
  /** Values for `${NAME}` in edited texts. Default: the environment of the process. */
  readonly variables?: Variables | undefined;
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
  readonly #variables: Variables | undefined;
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

  constructor(options: ActiveRuleSetOptions) {
    const { database, configuration, load, source = 'file', loadSet = loadFileSet, logger, variables } = options;
    this.#variables = variables;
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
   * @throws permission.missing; config.edited if a file has changes that are not active; config.not-writable
   */
  rollback(version: EarlierVersion, { by, mayPush }: Editor): Promise<ReloadResult> {
    const activation = { how: 'rollback', by, to: version.version } as const;
    return this.#inTurn(async () => {
      await this.#catchUp();
      if (!mayPush) this.#demandOpen(version.files, this.source === 'file' ? null : version.plugins);
      if (this.source === 'file') return this.#writeAndActivate(version.files, activation);
      return this.#activate(() => this.#loadSet(setOf(version)), activation);
    });
  }

  /**
   * Checks that files differ from the active ones in the sections of the rules alone.
   * @param plugins the plugins that would be active; null for those that are
   * @throws permission.missing
   */
  #demandOpen(files: readonly FileText[], plugins: readonly FileText[] | null): void {
    const { files: active, plugins: present } = fileSetOf(this.configuration);
    const closed = closedChanges(active, files).map(({ section, file, line }) => `${section} (${file}:${line})`);
    if (plugins !== null && !isDeepStrictEqual([...plugins], [...present])) closed.push('the plugin files');
    if (closed.length === 0) return;
    const detail = `A change of ${closed.join(', ')} needs the permission config.push. Without it, ${openSections.join(', ')} may change. An administrator can give it.`;
    throw problem('permission.missing', detail, { permission: 'config.push' });
  }

  /**
   * Writes files in place of those of this service, and activates them. If they cannot be activated, the files stay as they were.
   * @param hash the rule set that they make; undefined for any
   */
  #writeAndActivate(files: readonly FileText[], activation: Activation, hash?: string | null): Promise<ReloadResult> {
    const load = async () => {
      const read = await this.#load();
      if (hash == null || read.hash === hash) return read;
      throw fileBeside(read.file);
    };
    return replaceFiles(files, this.configuration.files, () => this.#activate(load, activation));
  }

  /** Returns whether the files may be edited over the interface: the operators' file allows it, and the service can write them. */
  async editing(): Promise<Editing> {
    const { console, files } = this.configuration;
    if (!console.editRules) return { allowed: false, reason: editingOff };
    const path = this.source === 'file' ? await unwritable(files) : null;
    if (path === null) return { allowed: true, reason: null };
    return {
      allowed: false,
      reason: `The service cannot write ${path}. Download the edited text, and write it there.`,
    };
  }

  /** Returns the files that have changed on the machine and are not active. There are none with the source `database`. */
  async editedFiles(): Promise<{ file: string; text: string | null }[]> {
    const { files } = this.configuration;
    if (this.source === 'database') return [];
    const home = dirname(files[0]?.path ?? '');
    return (await editedFiles(files)).map(({ path, text }) => ({ file: nameFrom(home, path), text }));
  }

  /**
   * Replaces the files of the active configuration, and activates them. Texts with faults change nothing. They use the plugins that
   * are active: a new one comes with the file of the machine, or by a push. Repeating an edit changes nothing.
   * @throws config.editing-off; permission.missing for a change beside the rules; config.changed if another rule set than the one that was edited is active; config.edited;
   * config.not-writable
   */
  edit({ files, ruleset, by, mayPush, dryRun }: Edit): Promise<PushResult> {
    return this.#inTurn(async () => {
      if (!this.configuration.console.editRules) throw problem('config.editing-off', editingOff);
      await this.#catchUp();
      const checked = await checkTexts(this.#database, givenTexts(this.configuration, files, this.#variables));
      const { findings, rules } = checked;
      const faults = [...checked.faults, ...namesToWrite(files, this.configuration.files)];
      const { hash: before } = this.configuration;
      const same = { ruleset: before, before, changed: false, rules, changes: [], faults, findings };
      if (faults.length > 0 || checked.ruleset === null) return same;
      return whileNobodyEdits(this.#database, async () => {
        if (checked.ruleset === before) return same;
        await this.#demandNotChangedSince(ruleset);
        if (!mayPush) this.#demandOpen(files, null);
        if (dryRun) {
          const changes = configurationChanges(textsOf(this.configuration), files);
          return { ...same, ruleset: checked.ruleset ?? before, changed: true, changes };
        }
        const activation = { how: 'edit', by } as const;
        const set = { files, plugins: this.configuration.pluginFiles };
        const result =
          this.source === 'file'
            ? await this.#writeAndActivate(files, activation, checked.ruleset)
            : await this.#activate(() => this.#loadSet(set), activation);
        return { ...result, findings };
      });
    });
  }

  /** Takes over what another service has activated, if this one can and has not looked yet. */
  async #catchUp(): Promise<void> {
    const active = await activeHash(this.#database);
    if (active === undefined || active === this.#configuration?.hash) return;
    const read = await this.#load().catch(() => null);
    if (read?.hash === active) this.#replace(read);
  }

  /** @throws config.changed with the hash of the newer one */
  async #demandNotChangedSince(ruleset: string): Promise<void> {
    const active = (await activeHash(this.#database)) ?? '';
    if (active === ruleset && this.configuration.hash === ruleset) return;
    const detail = `Rule set ${active} is active, and the edited text began from ${ruleset}. Compare the text with the newer one (GET /config/files), and send it with that hash.`;
    throw problem('config.changed', detail, { ruleset: active });
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
    setCountries(configuration.countries);
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

const editingOff =
  'The operators\' file does not allow this. Write "console: { edit_rules: true }" into it and reload it, or download the edited text.';

/** Returns the refusal of an edit that would activate a file too that somebody has put beside the others. */
function fileBeside(file: string) {
  const detail = `A file beside ${file} has changes that are not active, and its includes would take it along. Activate it by a reload, or remove it, first.`;
  return problem('config.edited', detail, { files: [file] });
}

function fromFile() {
  return problem(
    'config.from-file',
    'This service takes its configuration from the file of its machine. Change the file and reload it, or start all services and workers with CONVEYOR_CONFIG_SOURCE=database.',
  );
}
