import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { untilEnd } from '../../support/until-end.ts';
import { until } from '../support/engine.ts';
import { spawnWorker } from '../support/spawn-worker.ts';
import { wholeEngine } from '../support/whole-engine.ts';

const processes: ChildProcess[] = [];

const engine = await untilEnd(wholeEngine({ worker: false }));
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
});

async function workerProcess(): Promise<ChildProcess> {
  const child = await spawnWorker(engine.testService.url, engine.testService.engineKey);
  processes.push(child);
  return child;
}

test('after a worker is killed during autoworks, every task is done once', async () => {
  const { testService: service, shop } = engine;
  const first = await workerProcess();
  const part_id = await shop.part({}, 1000);
  const orders: number[] = [];
  for (let order = 0; order < 12; order++) orders.push(await shop.issued([{ part_id, qty: 5 }]));
  // Part of a line: a task that runs twice would pick twice as much.
  const requests = await Promise.all(
    orders.map(async (id) => {
      const [line] = await shop.get(`/salesorder/${id}/line`);
      return service.client.salesorder.autowork(id, { line_details: [{ transactionline_id: line.id, qty: 2 }] });
    }),
  );
  const picked = async () => (await service.sql.query('select 1 from pick')).rows.length;
  await until(async () => (await picked()) >= 3, 'the first picks');
  first.kill('SIGKILL');
  await once(first, 'exit');
  const open = await service.sql.query(`select 1 from autowork where state <> 'done'`);
  expect(open.rows.length).toBeGreaterThan(0);
  await workerProcess();
  for (const one of requests) {
    const answer = await service.client.background.finished<{ outcome: string; tasks: { outcome: string }[] }>(one);
    expect(answer.outcome).toBe('done');
    expect(answer.tasks.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done']);
  }
  for (const id of orders) expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
  expect(await picked()).toBe(orders.length);
  expect(await service.verify()).toEqual([]);
}, 180_000);
