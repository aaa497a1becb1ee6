import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Configuration } from './configuration.ts';
import { ConfigurationError } from './file/faults.ts';
import { placeIn } from './file/file-names.ts';
import { assertPortable, type FileSet } from './file/file-set.ts';
import type { Variables } from './file/variables.ts';
import { loadConfiguration } from './load.ts';
import { projectRoot } from './root.ts';

/** The folders of the sets that this process has loaded. Threads load the plugins in them whenever they start. */
const folders = new Set<string>();

/**
 * Checks and compiles a configuration that came as texts. Its files are written into a temporary folder that only this account can
 * read, since plugins are modules, and that the process removes at its end.
 * @param variables values for `${NAME}`
 * @throws ConfigurationError with every fault and its place in the set
 */
export async function loadFileSet(set: FileSet, variables: Variables = process.env): Promise<Configuration> {
  assertPortable(set);
  const folder = await mkdtemp(join(tmpdir(), 'conveyor-config-'));
  if (folders.size === 0) process.once('exit', removeFolders);
  folders.add(folder);
  try {
    for (const { file, text } of [...set.files, ...set.plugins]) {
      const path = placeIn(folder, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    await linkPackages(folder);
    return await loadConfiguration(placeIn(folder, set.files[0]?.file ?? ''), variables, folder);
  } catch (error) {
    folders.delete(folder);
    await rm(folder, { recursive: true, force: true });
    throw withoutFolder(error, folder);
  }
}

/**
 * Lets plugins import the packages of the machine: from the folder where the process started, or from Conveyor's
 * own.
 */
async function linkPackages(folder: string): Promise<void> {
  const packages = [process.cwd(), projectRoot].map((home) => join(home, 'node_modules')).find(existsSync);
  if (packages !== undefined) await symlink(packages, join(folder, 'node_modules'), 'junction');
}

/** Returns the error without the name of the temporary folder. */
function withoutFolder(error: unknown, folder: string): unknown {
  if (!(error instanceof ConfigurationError)) return error;
  return new ConfigurationError(
    error.faults.map((fault) => ({ ...fault, message: fault.message.replaceAll(folder + sep, '') })),
  );
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
