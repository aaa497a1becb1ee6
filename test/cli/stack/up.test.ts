import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isFree } from '../../../cli/stack/ports.ts';
import { isAlive } from '../../../cli/stack/processes/process-identity.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import {
  isReady,
  killLeftovers,
  launchStack,
  programs,
  type RunningStack,
  startStack,
  until,
} from '../../support/stack.ts';
import { queryStack as query } from '../../support/stack-database.ts';

// All tests use one data folder, in order. Only its owner may enter its parent, as with `mktemp -d`.
const parent = mkdtempSync(join(tmpdir(), 'conveyor-stack-'));
const data = join(parent, 'data');
let port: number;
let stack: RunningStack;

port = await threeFreePorts();
stack = await startStack(data, port, { CONVEYOR_ADMIN_KEY: 'cvy_fixed_at_first_start' });

afterAll(() => {
  killLeftovers(data);
  rmSync(parent, { recursive: true, force: true });
});

test('a started stack is ready and prints its addresses and credentials', async () => {
  expect(await isReady(stack.url)).toBe(true);
  for (const name of [...programs, 'stack'] as const) expect(isAlive(stack.pid(name))).toBe(true);
  const file = join(data, 'credentials.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(data, 'engine.json')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    url: stack.url,
    admin: { api_key: 'cvy_fixed_at_first_start' },
  });
  for (const part of [stack.url, `${stack.url}/docs`, `http://127.0.0.1:${port + 2}`, 'cvy_fixed_at_first_start']) {
    expect(stack.output()).toContain(part);
  }
});

test('nobody else on the machine may read the data', () => {
  const open = [data, ...readdirSync(data, { recursive: true }).map((name) => join(data, String(name)))]
    // A temporary file of a server may no longer exist.
    .filter((path) => ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(statSync(join(data, 'temporal', 'temporal.db')).size).toBeGreaterThan(0);
});

test('the database is durable, and lowercases letters of every language', async () => {
  const settings = await query(
    data,
    "select current_setting('fsync') f, current_setting('synchronous_commit') s, lower('ÄÉΣЖ') l",
  );
  expect(settings).toEqual([{ f: 'on', s: 'on', l: 'äéσж' }]);
});

test('a second start on the same folder prints the address of the first', async () => {
  const second = launchStack(data, await threeFreePorts());
  expect(await second.end()).toBe(1);
  expect(second.output().trim().split('\n')).toHaveLength(1);
  expect(second.output()).toContain(stack.url);
  expect(await isReady(stack.url)).toBe(true);
});

test.for(programs)('%s restarts after kill -9, and no data is lost', async (name) => {
  await query(data, 'create table if not exists marker (name text)');
  await query(data, 'insert into marker values ($1)', [name]);
  const pid = stack.pid(name);
  const before = stack.output().length;
  process.kill(pid, 'SIGKILL');
  await until(() => stack.output().slice(before).includes(`${name} is back.`));
  expect(stack.output().slice(before)).toContain(`${name} ended unexpectedly (signal SIGKILL)`);
  await until(() => isReady(stack.url));
  expect(await isReady(stack.url)).toBe(true);
  expect(stack.pid(name)).not.toBe(pid);
  expect(await query(data, 'select name from marker where name = $1', [name])).toEqual([{ name }]);
});

test('Ctrl-C stops everything within seconds and leaves nothing behind', async () => {
  const pids = programs.map((name) => stack.pid(name));
  const startedAt = Date.now();
  expect(await stack.end('SIGINT')).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(25_000);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await Promise.all([port, port + 1, port + 2].map(isFree))).toEqual([true, true, true]);
  for (const name of programs) expect(() => stack.pid(name)).toThrow('ENOENT');
  expect(readFileSync(join(data, 'log', 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/);
});

test('a port in use is reported in one sentence, before any program starts', async () => {
  const taken = createServer().listen(port + 1, '127.0.0.1');
  try {
    const refused = launchStack(data, port);
    expect(await refused.end()).toBe(1);
    expect(refused.output().trim().split('\n')).toHaveLength(1);
    expect(refused.output()).toContain(`Port ${port + 1}, which Temporal needs, is in use`);
  } finally {
    taken.close();
  }
});

test('the next start takes seconds and has the same key and data, even on another port', async () => {
  const startedAt = Date.now();
  port = await threeFreePorts();
  stack = await startStack(data, port, { CONVEYOR_ADMIN_KEY: 'another' });
  expect(Date.now() - startedAt).toBeLessThan(60_000);
  expect(JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'))).toEqual({
    url: stack.url,
    admin: { api_key: 'cvy_fixed_at_first_start' },
  });
  expect(await query(data, 'select count(*)::int n from marker')).toEqual([{ n: programs.length }]);
  expect(await stack.end('SIGINT')).toBe(0);
});

test('a faulty configuration file stops the start with its file, line and column, and no program keeps running', async () => {
  const file = join(parent, 'faulty.yaml');
  mkdirSync(parent, { recursive: true });
  writeFileSync(file, 'settings:\n  auto-create-pick-by-ordr: true\n');
  const refused = launchStack(data, port, { CONVEYOR_CONFIG: file });
  expect(await refused.end()).toBe(1);
  expect(refused.output()).toContain(`${file}:2:3`);
  expect(await Promise.all([port, port + 1, port + 2].map(isFree))).toEqual([true, true, true]);
});
