import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import type { FileText } from '../config/changes.ts';
import type { Configuration } from '../config/configuration.ts';
import { problem } from './platform/problems/problems.ts';

/** The operators' files, for a rollback. */

export interface WrittenFile {
  readonly path: string;
  /** Null removes the file. */
  readonly text: string | null;
}

type PresentFile = Configuration['files'][number];

/**
 * Checks that no file has changed since it was activated: the rollback would lose the changes.
 * @throws config.edited with the files
 */
export async function demandUnedited(files: readonly PresentFile[]): Promise<void> {
  const edited: string[] = [];
  for (const { path, shown, text } of files) {
    const now = await readFile(path, 'utf8').catch(() => null);
    if (now !== text) edited.push(shown);
  }
  if (edited.length === 0) return;
  const which = edited.join(', ');
  throw problem(
    'config.edited',
    `Changes of ${which} are not active. Activate them by a reload, or undo them, first.`,
    {
      files: edited,
    },
  );
}

/**
 * Returns the files to write, at their places from the main file. A file that the version does not have is removed, since an
 * `include` with a `*` would still find it.
 * @throws config.not-writable for a file outside the folder of the main file
 */
export function restored(files: readonly FileText[], present: readonly PresentFile[]): WrittenFile[] {
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
export async function writeFiles(files: readonly WrittenFile[]): Promise<void> {
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
}

/** The name hides a draft that is left over from an `include` with a `*.yaml`. */
const draftOf = (path: string): string => `${path}.new`;

async function changeFile(path: string, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    await rm(draftOf(path), { force: true }).catch(() => undefined);
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    const advice = 'Write the text of the version there by hand: GET /config/version/{id} has it.';
    throw problem('config.not-writable', `The service cannot write ${path} (${why}). ${advice}`, { files: [path] });
  }
}
