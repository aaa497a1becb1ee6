import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../service/platform/database/database.ts';
import { verify } from '../../../service/verify/verify.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import type { Reply, TestService } from '../../support/test-service.ts';
import { below, makeScene, randomFrom, type Scan, type Scene, unitsOf } from '../fulfilment/picking/counting/scenes.ts';
import { type ServiceProcess, serviceProcess } from './service.ts';
import { openWire, type Wire } from './wire.ts';

/** People count lines while the service is killed. They repeat the scans without an answer, and no unit is counted twice or lost. */

/** How often the service is killed. A long run: `CONVEYOR_CRASH_ROUNDS=50`. */
const rounds = Number(process.env.CONVEYOR_CRASH_ROUNDS ?? 4);
const scenesAtOnce = 5;
const seed = Number(process.env.CONVEYOR_COUNT_SEED ?? Date.now() % 1_000_000);

let testData: TestDatabase;
let database: Database;
let wire: Wire;
let service: ServiceProcess;
let shop: Shop;

beforeAll(async () => {
  testData = await testDatabase();
  database = new Database(testData.url, { connections: 2 });
  wire = await openWire(testData.url);
  service = await serviceProcess(wire.url);
  await service.start();
  shop = await openShop({ call: service.call, sql: testData.pool } as TestService);
});
afterAll(async () => {
  await service.kill();
  await wire.close();
  await database.close();
  await testData.drop();
});

/** Sends a scan until it has an answer that is final. */
async function answered({ path, body, key }: Scan): Promise<Reply> {
  for (;;) {
    const reply = await service.call('POST', path, body, { 'idempotency-key': key }).catch(() => null);
    if (reply && reply.status < 500 && reply.body?.code !== 'idempotency.running') return reply;
    await pause(20);
  }
}

async function play({ people }: Scene): Promise<Scan[]> {
  const accepted: Scan[] = [];
  await Promise.all(
    people.map(async (scans) => {
      for (const scan of scans) if ((await answered(scan)).status === 200) accepted.push(scan);
    }),
  );
  return accepted;
}

test(
  `kill -9 while people count ${scenesAtOnce} lines, ${rounds} times: each scan counts once`,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const where = `round ${round} of CONVEYOR_COUNT_SEED=${seed}`;
      const random = randomFrom(seed + round);
      const scenes: Scene[] = [];
      for (let at = 0; at < scenesAtOnce; at++) scenes.push(await makeScene(shop, random));
      let comeBack: (started: Promise<void>) => void;
      const back = new Promise<void>((resolve) => {
        comeBack = resolve;
      });
      // A scan has about ten statements, so the service is in the middle of its work.
      const count = wire.stopAt(20 + below(random, 200), () => comeBack(service.kill().then(() => service.start())));
      const played = await Promise.all(scenes.map(play));
      expect(count.stoppedAt, where).not.toBeNull();
      await back;
      for (const [at, { pick, line, qty }] of scenes.entries()) {
        const units = unitsOf(played[at]!);
        const { lines } = await shop.get(`/pick/${pick}?embed=lines`);
        const committed = lines.reduce((sum: number, one: { qty_committed: number }) => sum + one.qty_committed, 0);
        const { qty_counted } = await shop.get(`/pickline/${line}`);
        expect([committed, qty_counted], where).toEqual(units === qty ? [qty, 0] : [0, units]);
      }
      expect(await verify(database), where).toEqual([]);
    }
  },
  60_000 + 15_000 * rounds,
);
