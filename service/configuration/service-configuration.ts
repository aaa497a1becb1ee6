import type { Logger } from 'pino';
import type { Configuration } from '../../config/configuration.ts';
import type { FileSet } from '../../config/file/file-set.ts';
import type { Variables } from '../../config/file/variables.ts';
import type { Planner } from '../../config/planning/planner.ts';
import type { Database } from '../platform/database/database.ts';
import { Activations, type PushOptions, type PushResult, type ReloadResult } from './activations.ts';
import { ActiveConfiguration } from './active-configuration.ts';
import { type EarlierVersion, type Edit, type Editing, type Editor, Edits } from './edits.ts';
import { Follower } from './follower.ts';
import type { Source } from './source.ts';

declare module '../platform/http/services.ts' {
  interface Services {
    /** The active configuration. Reloading replaces it at any time. @throws config.missing before the first one */
    readonly configuration: Configuration;
    /** @throws config.missing before the first configuration */
    readonly planner: Planner;
    readonly configurationCalls: ConfigurationCalls;
  }
}

/** The calls that read and replace the active configuration. */
export interface ConfigurationCalls {
  /** Reads the operators' file again, or the active rule set of the database, and activates it. */
  reload(by?: number): Promise<ReloadResult>;
  /** Brings back the texts of an earlier configuration, and activates them. */
  rollback(version: EarlierVersion, by: Editor): Promise<ReloadResult>;
  /** Returns the texts of the active configuration. @throws config.missing before the first one */
  files(): FileSet & { readonly ruleset: string };
  /** Checks the texts of a configuration, and activates them unless it is a dry run. @throws config.from-file */
  push(set: FileSet, options: PushOptions): Promise<PushResult>;
  /** Returns whether the files of the configuration may be edited over the interface. */
  editing(): Promise<Editing>;
  /** Returns the files that have changed on the machine and are not active, by paths from the folder of the operators' file. */
  editedFiles(): Promise<{ file: string; text: string | null }[]>;
  /** Replaces the files of the configuration by edited ones, and activates them. @throws config.changed and others */
  edit(edit: Edit): Promise<PushResult>;
}

export interface ServiceConfigurationOptions {
  readonly database: Database;
  readonly source: Source;
  /** The configuration at the start; null for a database without one. */
  readonly configuration: Configuration | null;
  /** Values for `${NAME}` in edited texts. Default: the environment of the process. */
  readonly variables?: Variables | undefined;
  /** Gets the faults of plugins in plans, and the changes of the configuration. */
  readonly logger?: Pick<Logger, 'error' | 'info'>;
}

/** The configuration of a service: the active one, and all that replaces it. */
export class ServiceConfiguration {
  readonly active: ActiveConfiguration;
  readonly source: Source['kind'];
  readonly activations: Activations;
  readonly follower: Follower;
  readonly calls: ConfigurationCalls;

  constructor({ configuration, logger, variables, ...given }: ServiceConfigurationOptions) {
    this.active = new ActiveConfiguration((plugin, message, stack) =>
      logger?.error({ plugin, stack }, `plan of the plugin ${plugin} failed: ${message}`),
    );
    if (configuration) this.active.replace(configuration);
    this.source = given.source.kind;
    const parts = { ...given, active: this.active };
    this.activations = new Activations(parts);
    this.follower = new Follower({ ...parts, activations: this.activations });
    this.calls = callsOf(
      this.active,
      this.activations,
      new Edits({ ...parts, activations: this.activations, variables }),
      logger,
    );
  }
}

/** Returns the calls. Each change of the configuration is logged. */
function callsOf(
  active: ActiveConfiguration,
  activations: Activations,
  edits: Edits,
  logger: ServiceConfigurationOptions['logger'],
): ConfigurationCalls {
  const logged = async <Result extends ReloadResult>(activation: Promise<Result>): Promise<Result> => {
    const result = await activation;
    const { ruleset, before, changes, faults } = result;
    if (faults.length > 0) logger?.error({ faults }, 'the configuration has faults: nothing changed');
    else logger?.info({ ruleset, before, changes }, 'the configuration was read again');
    return result;
  };
  return {
    reload: (by) => logged(activations.reload(by)),
    rollback: (version, by) => logged(edits.rollback(version, by)),
    push: (set, options) => (options.dryRun ? activations.push(set, options) : logged(activations.push(set, options))),
    files: () => active.texts,
    editing: () => edits.editing(),
    editedFiles: () => edits.editedFiles(),
    edit: (edit) => (edit.dryRun ? edits.edit(edit) : logged(edits.edit(edit))),
  };
}
