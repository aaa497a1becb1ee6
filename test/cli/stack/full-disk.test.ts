import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { threeFreePorts } from '../../support/free-ports.ts';
import { killLeftovers, launchStack, type RunningStack, startStack } from '../../support/stack.ts';

/** A stack whose data folder has a disk of its own, which becomes full. Only root may mount one. */

const folder = mkdtempSync(join(tmpdir(), 'conveyor-full-'));
const data = join(folder, 'data');
const filler = join(folder, 'filler');

/** Returns whether this machine lets the test mount a disk. */
function mounts(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'conveyor-full', folder]).status === 0;
}
/** The test starts two stacks and waits for PostgreSQL to fail. */
const runs = process.env.CONVEYOR_FULL_DISK === '1' && mounts();

/** Fills the disk to the last byte. */
function fill(): void {
  const file = openSync(filler, 'a');
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch {
      // Smaller pieces may fit.
    }
  }
  closeSync(file);
}
const empty = () => rmSync(filler, { force: true });

let stack: RunningStack;
let port: number;

async function call(method: string, path: string, body?: object): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${stack.adminKey()}:`).toString('base64')}`;
  const response = await fetch(stack.url + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(65_000),
  });
  await response.text();
  return response.status;
}

let number = 0;
const write = () =>
  call('POST', '/customer', { type: 'Company', name: `Full ${++number}`, notes: 'long '.repeat(1_000) });

beforeAll(async () => {
  if (!runs) return;
  port = await threeFreePorts();
  stack = await startStack(data, port);
});
afterAll(async () => {
  empty();
  await stack?.end('SIGTERM');
  killLeftovers(data);
  if (runs) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!runs)(
  'while the disk is full writes are 503, no process of ours ends, and writes go on with new space',
  async () => {
    expect(await write()).toBe(201);
    const service = stack.pid('service');
    const worker = stack.pid('worker');
    fill();
    const statuses: number[] = [];
    const until = Date.now() + 20_000;
    while (Date.now() < until && statuses.filter((status) => status === 503).length < 10) {
      statuses.push(await write());
      expect(await call('GET', '/healthz')).toBe(200);
    }
    expect(new Set(statuses.filter((status) => status !== 201))).toEqual(new Set([503]));
    empty();
    await expect.poll(write, { timeout: 40_000, interval: 500 }).toBe(201);
    expect([stack.pid('service'), stack.pid('worker')]).toEqual([service, worker]);
    expect(stack.output()).not.toMatch(/(service|worker) ended/);
  },
  120_000,
);

test.skipIf(!runs)(
  'a start on a full disk waits, and goes on with new space',
  async () => {
    await stack.end('SIGTERM');
    fill();
    stack = launchStack(data, port);
    await stack.prints('is full: 0 MiB are free');
    await pause(1_500);
    expect(stack.process.exitCode).toBeNull();
    empty();
    await stack.prints('Conveyor is running.');
    expect(await write()).toBe(201);
  },
  120_000,
);
