import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../../service/platform/database/database.ts';
import { verify } from '../../../../service/verify/verify.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';
import { openShop, type Shop } from '../../../support/shop.ts';
import type { TestService } from '../../../support/test-service.ts';
import { newKeys, type ServiceProcess, serviceProcess } from '../../crash/service.ts';

/** Requests in the background, while the processes that carry them out are killed. */
let testData: TestDatabase;
let database: Database;
let first: ServiceProcess;
let second: ServiceProcess;
let shop: Shop;

beforeAll(async () => {
  testData = await testDatabase();
  database = new Database(testData.url, { connections: 2 });
  const keys = newKeys();
  first = await serviceProcess(testData.url, { keys });
  second = await serviceProcess(testData.url, { keys });
  await first.start();
  shop = await openShop({ call: first.call, sql: testData.pool } as TestService);
});
afterAll(async () => {
  await Promise.all([first.kill(), second.kill()]);
  await database.close();
  await testData.drop();
});

test('a queued request runs once, in the remaining process or in the next one', async () => {
  const part_id = await shop.part({}, 1000);
  const orders: number[] = [];
  for (let at = 0; at < 30; at++) orders.push(await shop.order([{ part_id, qty: 1 }]));
  await second.start();

  const queued: string[] = [];
  for (const [at, id] of orders.entries()) {
    const reply = await first.call('POST', `/salesorder/${id}/issue`, {}, { 'x-background-processing': 'always' });
    expect(reply.status).toBe(202);
    queued.push(reply.headers.get('location')!);
    // One is killed while both work, and the other, which has taken over by then, when all is queued.
    if (at !== 10) continue;
    await first.kill();
    await first.start();
  }
  await second.kill();

  for (const location of queued) {
    await expect
      .poll(async () => (await first.call('GET', location)).body, { timeout: 30_000 })
      .toMatchObject({
        state: 'done',
        answer: { status: 200 },
      });
  }
  const { rows } = await testData.pool.query(
    `select count(*)::int as issued, count(distinct object_id)::int as orders
     from event_log h join event e on e.id = h.event_id where e.name = 'salesorder.issued' and object_id = any($1)`,
    [orders],
  );
  expect(rows).toEqual([{ issued: orders.length, orders: orders.length }]);
  expect(await verify(database)).toEqual([]);
});

test('another process takes over a request within seconds after its process was killed', async () => {
  await second.start();
  const part_id = await shop.part({}, 10);
  const id = await shop.order([{ part_id, qty: 1 }]);
  // The lock on the order makes the request wait in the middle of its transaction.
  const holder = await testData.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from salesorder where id = $1 for update', [id]);
    const { headers } = await first.call('POST', `/salesorder/${id}/issue`, {}, { prefer: 'respond-async' });
    const location = headers.get('location')!;
    await expect.poll(async () => (await first.call('GET', location)).body.state).toBe('running');
    const at = await worker(location);
    const [killed, left] = at === first.pid() ? [first, second] : [second, first];
    await killed.kill();
    await holder.query('rollback');
    const startedAt = Date.now();
    await expect.poll(async () => (await left.call('GET', location)).body.state, { timeout: 20_000 }).toBe('done');
    // A claim is for five seconds, and who has nothing to do looks every second.
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  } finally {
    holder.release();
  }
});

async function worker(location: string): Promise<number> {
  for (;;) {
    const { rows } = await testData.pool.query('select claimed_by from background where id = $1', [
      location.split('/').at(-1),
    ]);
    if (rows[0]?.claimed_by) return Number(rows[0].claimed_by.split('/').at(-1));
    await pause(20);
  }
}
