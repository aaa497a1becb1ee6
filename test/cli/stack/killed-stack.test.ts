import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../../../cli/stack/processes/process-identity.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import { isReady, killLeftovers, programs, type RunningStack, startStack } from '../../support/stack.ts';
import { queryStack as query } from '../../support/stack-database.ts';

// All tests use one data folder, in order.
const parent = mkdtempSync(join(tmpdir(), 'conveyor-stack-'));
const data = join(parent, 'data');
let stack: RunningStack;

const port = await threeFreePorts();
stack = await startStack(data, port);
await query(data, 'create table marker as select 1 as n');

afterAll(() => {
  killLeftovers(data);
  rmSync(parent, { recursive: true, force: true });
});

test('two stacks run side by side', async () => {
  const folder = join(parent, 'other');
  const other = await startStack(folder, await threeFreePorts());
  try {
    expect(await isReady(other.url)).toBe(true);
    expect(await isReady(stack.url)).toBe(true);
    expect(await other.end('SIGTERM')).toBe(0);
    expect(await isReady(stack.url)).toBe(true);
  } finally {
    killLeftovers(folder);
  }
});

test('after kill -9 of the supervisor the next start ends the orphaned processes, PostgreSQL included', async () => {
  const orphans = programs.map((name) => stack.pid(name));
  const [postgres] = orphans;
  await stack.end('SIGKILL');
  expect(isAlive(postgres!)).toBe(true);
  stack = await startStack(data, port);
  expect(orphans.filter(isAlive)).toEqual([]);
  expect(await query(data, 'select count(*)::int n from marker')).toEqual([{ n: 1 }]);
});

test('after kill -9 of all processes the next start works, also if another process has the id in the lock file of PostgreSQL', async () => {
  for (const name of ['stack', ...programs] as const) process.kill(stack.pid(name), 'SIGKILL');
  await stack.end();
  writeFileSync(join(data, 'postgres', 'postmaster.pid'), `${process.pid}\n/proc/self/cwd\n1\n1\n\n127.0.0.1\n`);
  stack = await startStack(data, port);
  expect(await isReady(stack.url)).toBe(true);
  expect(await query(data, 'select count(*)::int n from marker')).toEqual([{ n: 1 }]);
  expect(await stack.end('SIGINT')).toBe(0);
});
