import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { configurationChanges, type FileText } from '../../config/changes.ts';
import { closedChanges, openSections } from '../../config/closed-sections.ts';
import { nameFrom } from '../../config/file/file-names.ts';
import { type FileSet, fileSetOf } from '../../config/file/file-set.ts';
import type { Variables } from '../../config/file/variables.ts';
import type { Database } from '../platform/database/database.ts';
import { problem } from '../platform/problems/problems.ts';
import type { Activations, PushOptions, PushResult, ReloadResult } from './activations.ts';
import type { ActiveConfiguration } from './active-configuration.ts';
import { editedFiles, namesToWrite, replaceFiles, unwritable } from './restored-files.ts';
import { checkTexts, givenTexts } from './rule-trials.ts';
import type { Source } from './source.ts';
import { type Activation, activeHash, setOf, textsOf, whileNobodyEdits } from './stored-rule-set.ts';

/** Whether the files of the configuration may be edited over the interface. */
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

/** A configuration of the history. */
export interface EarlierVersion extends FileSet {
  readonly version: number;
}

interface Parts {
  readonly database: Database;
  readonly active: ActiveConfiguration;
  readonly source: Source;
  readonly activations: Activations;
  /** Values for `${NAME}` in edited texts. Default: the environment of the process. */
  readonly variables?: Variables | undefined;
}

/** Replaces the texts of the active configuration: by edited ones, or by those of an earlier version. */
export class Edits {
  readonly #database: Database;
  readonly #active: ActiveConfiguration;
  readonly #source: Source;
  readonly #activations: Activations;
  readonly #variables: Variables | undefined;

  constructor({ database, active, source, activations, variables }: Parts) {
    this.#database = database;
    this.#active = active;
    this.#source = source;
    this.#activations = activations;
    this.#variables = variables;
  }

  /** Editing needs the permission of the operators' file, and files that the service can write. */
  async editing(): Promise<Editing> {
    const { console, files } = this.#active.configuration;
    if (!console.editRules) return { allowed: false, reason: editingOff };
    const path = this.#source.kind === 'file' ? await unwritable(files) : null;
    if (path === null) return { allowed: true, reason: null };
    return {
      allowed: false,
      reason: `The service cannot write ${path}. Download the edited text, and write it there.`,
    };
  }

  /** Returns the files that have changed on the machine and are not active. There are none with the source `database`. */
  async editedFiles(): Promise<{ file: string; text: string | null }[]> {
    const { files } = this.#active.configuration;
    if (this.#source.kind === 'database') return [];
    const home = dirname(files[0]?.path ?? '');
    return (await editedFiles(files)).map(({ path, text }) => ({ file: nameFrom(home, path), text }));
  }

  /**
   * Replaces the files of the active configuration, and activates them. Texts with faults change nothing. They use the plugins that
   * are active: a new one comes with the file of the machine, or by a push. Repeating an edit changes nothing.
   * @throws config.editing-off; permission.missing for a change beside the rules; config.changed if another rule set than the one
   * that was edited is active; config.edited; config.not-writable
   */
  edit({ files, ruleset, by, mayPush, dryRun }: Edit): Promise<PushResult> {
    return this.#activations.inTurn(async () => {
      if (!this.#active.configuration.console.editRules) throw problem('config.editing-off', editingOff);
      await this.#activations.catchUp();
      const { configuration } = this.#active;
      const checked = await checkTexts(this.#database, givenTexts(configuration, files, this.#variables));
      const { findings, rules } = checked;
      const faults = [...checked.faults, ...namesToWrite(files, configuration.files)];
      const { hash: before } = configuration;
      const same = { ruleset: before, before, changed: false, rules, changes: [], faults, findings };
      const hash = checked.ruleset;
      if (faults.length > 0 || hash === null) return same;
      return whileNobodyEdits(this.#database, async () => {
        if (hash === before) return same;
        await this.#assertNotChangedSince(ruleset);
        if (!mayPush) this.#assertOpen(files, null);
        if (dryRun) {
          return {
            ...same,
            ruleset: hash,
            changed: true,
            changes: configurationChanges(textsOf(configuration), files),
          };
        }
        const set = { files, plugins: configuration.pluginFiles };
        return { ...(await this.#replace(set, { how: 'edit', by }, hash)), findings };
      });
    });
  }

  /**
   * Activates an earlier configuration. If it has faults by now, such as a plugin that is gone, nothing changes.
   * @throws permission.missing; config.edited if a file has changes that are not active; config.not-writable
   */
  rollback(earlier: EarlierVersion, { by, mayPush }: Editor): Promise<ReloadResult> {
    return this.#activations.inTurn(async () => {
      await this.#activations.catchUp();
      const { version: to, files, plugins } = earlier;
      if (!mayPush) this.#assertOpen(files, this.#source.kind === 'file' ? null : plugins);
      // Files are written at their places from the main file, which the version names as the reader of the files showed them.
      const set = this.#source.kind === 'file' ? { files, plugins } : setOf(earlier);
      return this.#replace(set, { how: 'rollback', by, to });
    });
  }

  /**
   * Activates texts. With the source `file`, they first replace the files of this service, so that its next start reads the same. If
   * they cannot be activated, the files stay as they were.
   * @param hash the rule set that they make; undefined for any
   */
  #replace(set: FileSet, activation: Activation, hash?: string): Promise<ReloadResult> {
    if (this.#source.kind === 'database')
      return this.#activations.activate(() => this.#source.compile(set), activation);
    const load = async () => {
      const read = await this.#source.read();
      if (hash === undefined || read.hash === hash) return read;
      throw fileBeside(read.file);
    };
    return replaceFiles(set.files, this.#active.configuration.files, () =>
      this.#activations.activate(load, activation),
    );
  }

  /**
   * Checks that files differ from the active ones in the sections of the rules alone.
   * @param plugins the plugins that would be active; null for those that are
   * @throws permission.missing
   */
  #assertOpen(files: readonly FileText[], plugins: readonly FileText[] | null): void {
    const { files: active, plugins: present } = fileSetOf(this.#active.configuration);
    const closed = closedChanges(active, files).map(({ section, file, line }) => `${section} (${file}:${line})`);
    if (plugins !== null && !isDeepStrictEqual([...plugins], [...present])) closed.push('the plugin files');
    if (closed.length === 0) return;
    const detail = `A change of ${closed.join(', ')} needs the permission config.push. Without it, ${openSections.join(', ')} may change. An administrator can give it.`;
    throw problem('permission.missing', detail, { permission: 'config.push' });
  }

  /** @throws config.changed with the hash of the newer one */
  async #assertNotChangedSince(ruleset: string): Promise<void> {
    const active = (await activeHash(this.#database)) ?? '';
    if (active === ruleset && this.#active.hash === ruleset) return;
    const detail = `Rule set ${active} is active, and the edited text began from ${ruleset}. Compare the text with the newer one (GET /config/files), and send it with that hash.`;
    throw problem('config.changed', detail, { ruleset: active });
  }
}

const editingOff =
  'The operators\' file does not allow this. Write "console: { edit_rules: true }" into it and reload it, or download the edited text.';

/** Returns the refusal of an edit that would also activate another file beside the edited ones. */
function fileBeside(file: string) {
  const detail = `A file beside ${file} has changes that are not active, and its includes would take it along. Activate it by a reload, or remove it, first.`;
  return problem('config.edited', detail, { files: [file] });
}
