import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDataFolder } from '../../../cli/stack/data-folder.ts';
import { launchPostgres, postgresAccess } from '../../../cli/stack/postgres/postgres.ts';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'conveyor-folder-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true, force: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('only the owner may enter a new data folder; its parents keep the usual mode', () => {
  const { path, logs, run, labels } = openDataFolder(join(parent, 'a', 'b'));
  expect([path, logs, run, labels, join(path, 'temporal')].map(modeOf)).toEqual(Array(5).fill('700'));
  expect(modeOf(join(parent, 'a'))).not.toBe('700');
});

test('a folder of an earlier version is closed to others, with its files', () => {
  const root = join(parent, 'old');
  mkdirSync(join(root, 'temporal'), { recursive: true });
  mkdirSync(join(root, 'log'));
  const files = [
    join(root, 'temporal', 'temporal.db'),
    join(root, 'temporal', 'temporal.db-wal'),
    join(root, 'log', 'a.log'),
  ];
  for (const file of files) writeFileSync(file, 'x', { mode: 0o644 });
  const elsewhere = join(parent, 'elsewhere.log');
  writeFileSync(elsewhere, 'x');
  chmodSync(elsewhere, 0o644);
  symlinkSync(elsewhere, join(root, 'log', 'link.log'));
  for (const folder of [root, join(root, 'temporal'), join(root, 'log')]) chmodSync(folder, 0o755);
  openDataFolder(root);
  expect([root, join(root, 'temporal'), join(root, 'log')].map(modeOf)).toEqual(['700', '700', '700']);
  expect(files.map(modeOf)).toEqual(['600', '600', '600']);
  expect(modeOf(elsewhere)).toBe('644');
});

test('a folder with files of others keeps its mode, and the folders in it are closed', () => {
  const root = join(parent, 'shared');
  mkdirSync(root);
  chmodSync(root, 0o755);
  writeFileSync(join(root, 'notes.txt'), 'x');
  const { logs } = openDataFolder(root);
  expect([root, logs].map(modeOf)).toEqual(['755', '700']);
  openDataFolder(root);
  expect(modeOf(root)).toBe('755');
});

test('a folder whose data is of another major version of PostgreSQL is refused, and stays as it is', async () => {
  const { postgres } = openDataFolder(join(parent, 'old-major'));
  mkdirSync(postgres);
  writeFileSync(join(postgres, 'PG_VERSION'), '12\n');
  await expect(launchPostgres(postgres, await postgresAccess(undefined))).rejects.toThrow(
    /^The data in .*postgres is of PostgreSQL 12, and this PostgreSQL is 1[5-8]\. Start with PostgreSQL 12, or with another data folder \(--data\)\.$/,
  );
  expect(readdirSync(postgres)).toEqual(['PG_VERSION']);
});

test('a folder without programs of PostgreSQL is refused, and is named', async () => {
  vi.stubEnv('CONVEYOR_POSTGRES_PACKAGE', parent);
  const launch = launchPostgres(join(parent, 'postgres'), await postgresAccess(undefined));
  await expect(launch).rejects.toThrow(
    `CONVEYOR_POSTGRES_PACKAGE is ${parent}, and that folder has no native/bin/postgres.`,
  );
});
