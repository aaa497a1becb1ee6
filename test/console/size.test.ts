import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';

interface Entry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const folder = join(projectRoot, 'dist', 'console');
const manifest: Record<string, Entry> = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));

/** Returns the files that the browser loads for entries of the manifest. */
function filesOf(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const entry = manifest[name];
    if (!entry || seen.has(entry.file)) continue;
    for (const file of [entry.file, ...(entry.css ?? [])]) seen.add(file);
    filesOf(entry.imports ?? [], seen);
  }
  return seen;
}

const kibibytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1024;

test.each([
  ['orders/page.tsx', 250],
  ['today/page.tsx', 250],
  ['sign-in/page.tsx', 250],
])('the first load of %s is at most %d KiB, in at most 8 files', (page, most) => {
  const files = filesOf(['index.html', page]);
  expect(kibibytes(files)).toBeLessThanOrEqual(most);
  expect(files.size).toBeLessThanOrEqual(8);
});
