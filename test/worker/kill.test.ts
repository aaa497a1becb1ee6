import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { progress } from '../../workflows/order/messages.ts';
import { untilEnd } from '../support/until-end.ts';
import { automatic, testEngine, until } from '../workflows/support/engine.ts';
import { spawnWorker } from '../workflows/support/spawn-worker.ts';

const processes: ChildProcess[] = [];

const engine = await untilEnd(testEngine([], { worker: false }));
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
});

async function workerProcess(): Promise<ChildProcess> {
  const child = await spawnWorker(engine.service.url, 'engine');
  processes.push(child);
  return child;
}

test('orders in progress when the worker is killed continue with the next worker and are fulfilled', async () => {
  const first = await workerProcess();
  engine.service.delay = 60;
  const orders = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      engine.issue(index % 3 === 0 ? { ...automatic, pack: 'hand' } : automatic),
    ),
  );
  await until(() => orders.some(({ order }) => order.steps[0]?.done), 'the first pick');
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(orders.every(({ order }) => order.status === 'Fulfilled')).toBe(false);
  await workerProcess();
  for (const { order, handle, tell } of orders.filter((_, index) => index % 3 === 0)) {
    await until(async () => (await handle.query(progress)).state === 'waiting', 'pack');
    engine.service.finish(order, 'pack');
    await tell('pack.finished');
  }
  for (const { order, handle } of orders) {
    expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
    expect(order.status).toBe('Fulfilled');
    expect(order.calls.filter(({ path }) => path.endsWith('/attention'))).toEqual([]);
  }
}, 120_000);
