import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { FileText } from '../../config/changes.ts';
import type { Configuration } from '../../config/configuration.ts';
import { contentHash } from '../../config/file/source-files.ts';
import { problem } from '../platform/problems/problems.ts';

/** The operators' files, for a rollback or an edit. */

interface WrittenFile {
  readonly path: string;
  /** Null removes the file. */
  readonly text: string | null;
}

type PresentFile = Configuration['files'][number];

/** A file of the configuration with changes that are not active. */
interface EditedFile {
  readonly path: string;
  readonly shown: string;
  /** Null for a file that is gone. */
  readonly text: string | null;
}

/** Returns the files that have changed on the machine since they were activated. */
export async function editedFiles(files: readonly PresentFile[]): Promise<EditedFile[]> {
  const edited: EditedFile[] = [];
  for (const { path, shown, text } of files) {
    const now = await readFile(path, 'utf8').catch(() => null);
    if (now !== text) edited.push({ path, shown, text: now });
  }
  return edited;
}

/**
 * Checks that no file has changed since it was activated: what is written over it would be lost.
 * @throws config.edited with the files, and the hashes of their newer texts
 */
async function assertUnedited(files: readonly PresentFile[]): Promise<void> {
  const edited = await editedFiles(files);
  if (edited.length === 0) return;
  const names = edited.map(({ shown }) => shown);
  const hashes = edited.map(({ text }) => text && contentHash(text));
  const detail = `Changes of ${names.join(', ')} are not active. Activate them by a reload, or undo them, first.`;
  throw problem('config.edited', detail, { files: names, hashes });
}

/** Returns the first file in whose folder the service cannot write; null for none. */
export async function unwritable(files: readonly PresentFile[]): Promise<string | null> {
  for (const { path, shown } of files) {
    const isWritable = await access(dirname(path), constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return shown;
  }
  return null;
}

/** Returns a fault for each file that an edit may not write: it writes the files of the configuration, and new ones with YAML in them. */
export function namesToWrite(files: readonly FileText[], present: readonly PresentFile[]) {
  const main = present[0]?.path ?? '';
  return files.flatMap(({ file }, index) => {
    const fault = (message: string) => [{ file, line: 1, column: 1, message }];
    if (index === 0) return file === basename(main) ? [] : fault(`the first file is ${basename(main)}`);
    const isKnown = present.some(({ path }) => path === resolve(dirname(main), file));
    return isKnown || /\.ya?ml$/.test(file) ? [] : fault('the name of a new file ends with .yaml');
  });
}

/**
 * Writes files in place of the present ones, and activates them. If they cannot be activated, the present ones are back.
 * @throws config.edited, config.not-writable, and every error of `activate`
 */
export async function replaceFiles<Result extends { readonly faults: readonly unknown[] }>(
  files: readonly FileText[],
  present: readonly PresentFile[],
  activate: () => Promise<Result>,
): Promise<Result> {
  await assertUnedited(present);
  const replacing = restored(files, present);
  const added = replacing.filter(({ path }) => present.every((known) => known.path !== path));
  const undo = [
    ...present.map(({ path, text }) => ({ path, text })),
    ...added.map(({ path }) => ({ path, text: null })),
  ];
  try {
    await writeFiles(replacing);
    const result = await activate();
    if (result.faults.length > 0) await writeFiles(undo);
    return result;
  } catch (error) {
    await writeFiles(undo);
    throw error;
  }
}

/**
 * Returns the files to write, at their places from the main file. A file that the version does not have is removed, since an
 * `include` with a `*` would still find it.
 * @throws config.not-writable for a file outside the folder of the main file
 */
function restored(files: readonly FileText[], present: readonly PresentFile[]): WrittenFile[] {
  const main = present[0]?.path ?? '';
  const home = dirname(main);
  const oldHome = dirname(files[0]?.file ?? '');
  const written = files.map(({ file, text }, index) => {
    const path = index === 0 ? main : resolve(home, relative(oldHome, file));
    if (!path.startsWith(home + sep) && present.every((known) => known.path !== path)) {
      throw problem('config.not-writable', `${file} is not in ${home}. Bring it back by hand.`, { files: [file] });
    }
    return { path, text };
  });
  const gone = present.filter(({ path }) => written.every((file) => file.path !== path));
  return [...written, ...gone.map(({ path }) => ({ path, text: null }))];
}

/**
 * Writes files so that each is complete at any moment, and removes those without a text. All texts are on the disk before the first
 * file changes its place: a process that is killed meanwhile leaves a mixture only within the milliseconds of the renames.
 * @throws config.not-writable
 */
async function writeFiles(files: readonly WrittenFile[]): Promise<void> {
  try {
    for (const { path, text } of files) {
      if (text === null) continue;
      await changeFile(path, async () => {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(draftOf(path), text, { flush: true });
      });
    }
    for (const { path, text } of files) {
      await changeFile(path, () => (text === null ? rm(path, { force: true }) : rename(draftOf(path), path)));
    }
  } catch (error) {
    for (const { path } of files) await rm(draftOf(path), { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The name hides a draft that is left over from an `include` with a `*.yaml`. */
const draftOf = (path: string): string => `${path}.new`;

async function changeFile(path: string, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    const advice = 'Write the text there by hand: GET /config/version/{id} has that of an earlier version.';
    throw problem('config.not-writable', `The service cannot write ${path} (${why}). ${advice}`, { files: [path] });
  }
}
