import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { bundleSize } from '../../support/browser/bundle-size.ts';
import { reachedFrom, sourceFiles } from '../../support/imports.ts';

test('every file of the language runs in a browser: it imports no package, and no module of Node', () => {
  const reached = sourceFiles(join(projectRoot, 'lib/expressions')).map(reachedFrom);
  expect(reached.flatMap(({ packages }) => packages)).toEqual([]);
  expect(reached.flatMap(({ files }) => files).filter((file) => !file.startsWith('lib/expressions/'))).toEqual([]);
});

/** Bytes. The parser alone finds faults of the language with their positions; the check also finds those of names and values. */
const limits = [
  { entries: ['lib/expressions/parse.ts'], limit: 7 * 1024 },
  { entries: ['lib/expressions/parse.ts', 'lib/expressions/check.ts'], limit: 13 * 1024 },
];

test.each(limits)('$entries have at most $limit bytes in a page', async ({ entries, limit }) => {
  const size = await bundleSize(...entries);
  if (process.env.PRINT_FIGURES) process.stdout.write(`${entries.join(' and ')}: ${size} bytes\n`);
  expect(size).toBeLessThan(limit);
});
