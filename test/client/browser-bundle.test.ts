import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as browser from '../../client/browser.ts';
import * as program from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { bundleSize } from '../support/browser/bundle-size.ts';
import { reachedFrom } from '../support/imports.ts';

const entry = 'client/browser.ts';

test('the client of browsers imports no package, no module of Node, and nothing outside of its folder', () => {
  const { files, packages } = reachedFrom(entry);
  expect(packages).toEqual([]);
  expect(files.filter((file) => !file.startsWith('client/'))).toEqual([]);
  expect(files).toContain('client/generated/endpoints.ts');
  expect(reachedFrom('client/client.ts').packages).toEqual(['undici']);
});

test('its files use no global of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-dom-'));
  const options = {
    extends: join(projectRoot, 'tsconfig.json'),
    compilerOptions: { rootDir: projectRoot, lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    files: [join(projectRoot, entry)],
    include: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// 7.7 KiB with 406 operations. It grows with the addresses of the interface. Descriptions are comments, which a bundler removes.
const limit = 10 * 1024;

test(`a page loads at most ${limit / 1024} KiB for the whole client`, async () => {
  const size = await bundleSize(entry);
  if (process.env.PRINT_FIGURES) process.stdout.write(`${entry}: ${size} bytes\n`);
  expect(size).toBeLessThan(limit);
});

test('both clients export the same names beside their own', () => {
  const own = ['createBrowserClient', 'createClient', 'curlOf'];
  const names = (module: object) => Object.keys(module).filter((name) => !own.includes(name));
  expect(names(browser)).toEqual(names(program));
});
