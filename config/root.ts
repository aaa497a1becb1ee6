import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of the project's package.json, for code in the sources and in `dist/`. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'conveyor') return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('No folder above this file has the package.json of conveyor.');
  return findRoot(parent);
}
