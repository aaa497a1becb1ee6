import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';

let shop: string;
let installed: string;
beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), 'conveyor-shop-'));
  const packed = execFileSync(process.execPath, [join(projectRoot, 'tools/client-package.mjs'), shop], {
    encoding: 'utf8',
  });
  writeFileSync(join(shop, 'package.json'), '{"type": "module", "private": true}');
  installed = join(shop, 'node_modules', 'conveyor-client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packed.trim(), '--strip-components=1', '-C', installed]);
  symlinkSync(join(projectRoot, 'node_modules', 'undici'), join(shop, 'node_modules', 'undici'));
});
afterAll(() => rmSync(shop, { recursive: true, force: true }));

test('a shop that has nothing but the package and undici can call the service', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['undici']);
  const program = `
    import { createClient, TransportError } from 'conveyor-client';
    const client = createClient({ url: 'http://127.0.0.1:1', retries: 0 });
    console.log(await client.salesorder.get(1).catch((error) => error instanceof TransportError));`;
  const run = ['--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, run, { cwd: shop, encoding: 'utf8' })).toBe('true\n');
});

test('its client of browsers needs not even undici', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'conveyor-page-'));
  cpSync(installed, join(elsewhere, 'node_modules', 'conveyor-client'), { recursive: true });
  const program = `
    import { createBrowserClient, TransportError } from 'conveyor-client/browser';
    const client = createBrowserClient({ url: 'http://127.0.0.1:1', retries: 0 });
    console.log(await client.salesorder.get(1).catch((error) => error instanceof TransportError));`;
  const run = ['--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, run, { cwd: elsewhere, encoding: 'utf8' })).toBe('true\n');
  rmSync(elsewhere, { recursive: true, force: true });
});

test('its types lead nowhere outside of it', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const text = readFileSync(join(installed, file), 'utf8');
    for (const [, name] of text.matchAll(/from '([^']+)'/g)) {
      if (name === 'undici' || name!.startsWith('node:')) continue;
      const target = join(installed, dirname(file), name!.replace(/\.ts$/, '.d.ts'));
      expect(existsSync(target), `${file} imports ${name}`).toBe(true);
    }
  }
});
