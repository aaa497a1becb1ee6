import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type ThreadLimits, ThreadPool } from '../../../lib/threads/thread-pool.ts';

/** A module with the protocol of `answerCalls`. Node loads no TypeScript in a thread, and this one needs no build. */
const code = `
  import { parentPort, threadId } from 'node:worker_threads';
  let count = 0;
  const functions = {
    double: (figure) => figure * 2,
    thread: () => threadId,
    count: () => ++count,
    busy: (ms) => { const end = Date.now() + ms; while (Date.now() < end); return threadId; },
    fill: () => { const all = []; for (;;) all.push(new Array(1000).fill(Math.random())); },
  };
  parentPort.on('message', ({ name, input }) => {
    if (functions[name]) parentPort.postMessage({ result: functions[name](input) });
    else parentPort.postMessage({ error: 'There is no function ' + name });
  });`;
const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`);

const pools: ThreadPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function openPool(limits: Partial<ThreadLimits> = {}): ThreadPool {
  const pool = new ThreadPool(module, {
    threads: 2,
    waiting: 2,
    callMs: 10_000,
    memoryMb: 32,
    idleMs: 60_000,
    ...limits,
  });
  pools.push(pool);
  return pool;
}

test('makes calls at the same time in as many threads as there may be, and the others afterwards', async () => {
  const pool = openPool();
  const threads = await Promise.all([1, 2, 3, 4].map(() => pool.run('busy', 50)));
  expect(new Set(threads).size).toBe(2);
  expect(await pool.run('double', 21)).toBe(42);
});

test('refuses a call when too many wait', async () => {
  const pool = openPool({ threads: 1, waiting: 1 });
  const [running, waiting] = [pool.run('busy', 50), pool.run('busy', 1)];
  await expect(pool.run('double', 1)).rejects.toMatchObject({ name: 'PoolFull' });
  await Promise.all([running, waiting]);
});

test('ends a thread whose call takes too long, and makes the calls that wait in another one', async () => {
  const pool = openPool({ threads: 1, callMs: 500 });
  const [slow, next] = [pool.run('busy', 20_000), pool.run('double', 4)];
  await expect(slow).rejects.toThrow('The thread took longer than 0.5 s.');
  expect(await next).toBe(8);
});

test('ends a thread that uses too much memory, and the process goes on', async () => {
  const pool = openPool({ threads: 1 });
  await expect(pool.run('fill', null)).rejects.toThrow('The thread used more than 32 MB of memory.');
  expect(await pool.run('double', 4)).toBe(8);
});

test('gives the error of a function, and the thread goes on', async () => {
  const pool = openPool({ threads: 1 });
  await expect(pool.run('unknown', null)).rejects.toThrow('unknown failed in its thread: There is no function unknown');
  expect(await pool.run('double', 4)).toBe(8);
});

test('a reservation keeps its thread and the state in it', async () => {
  const pool = openPool();
  const [one, other] = [pool.reserve(), pool.reserve()];
  expect(await Promise.all([one.run('count', null), one.run('count', null), other.run('count', null)])).toEqual([
    1, 2, 1,
  ]);
  const third = pool.reserve();
  expect(await third.run('count', null)).toBeGreaterThan(1);
  for (const reserved of [one, other, third]) reserved.release();
});

test('an idle thread ends, unless it is reserved', async () => {
  const pool = openPool({ threads: 1, idleMs: 100 });
  const reserved = pool.reserve();
  const first = await reserved.run('thread', null);
  await pause(300);
  expect(await reserved.run('thread', null)).toBe(first);
  reserved.release();
  await expect.poll(() => pool.run('thread', null), { interval: 300 }).not.toBe(first);
});
