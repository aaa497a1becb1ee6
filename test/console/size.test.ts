import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';

interface Entry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
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

test('the first load of the list of orders is at most 250 KiB, and with page and data at most 8 requests', () => {
  const files = filesOf(['index.html', 'orders/page.tsx']);
  expect(files.size).toBeGreaterThan(1);
  expect(kibibytes(files)).toBeLessThanOrEqual(250);
  // The page, the session, the end of the log of changes, and the first orders.
  expect(files.size + 4).toBeLessThanOrEqual(8);
});

test('the page of rules with its editor and its differences is at most 160 KiB more than the first load', () => {
  const first = filesOf(['index.html', 'orders/page.tsx']);
  // One language is loaded, and English is a part of the page.
  const later = (manifest['rules/page.tsx']?.dynamicImports ?? []).filter((name) => !name.includes('texts/'));
  expect(later.length).toBeGreaterThan(1);
  const more = [...filesOf(['rules/page.tsx', ...later])].filter((file) => !first.has(file));
  const size = kibibytes(more);
  expect(size, `${size.toFixed(1)} KiB: ${more.join(', ')}`).toBeLessThanOrEqual(160);
});
