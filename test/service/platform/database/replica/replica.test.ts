import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { isReplicaError } from '../../../../../service/platform/database/replica/replica-errors.ts';
import { testDatabase } from '../../../../support/database.ts';
import { type Standby, startReplicatedPostgres } from '../../../../support/replication/standby.ts';
import { openShop } from '../../../../support/shop.ts';
import { startTestService, type TestService } from '../../../../support/test-service.ts';
import { untilEnd } from '../../../../support/until-end.ts';

/** Two services on one database, whose reads go to a replica. */

/** Shorter times, so that a replica that is late or away is noticed soon. */
const times = { patience: 100, interval: 100, answer: 500 };

const postgres = await untilEnd(startReplicatedPostgres());
const data = await untilEnd(testDatabase({ server: postgres.url }));
const standby = await postgres.addStandby();
const database = { connections: 8, replica: { url: onStandby(standby), ...times } };
const service = await untilEnd(startTestService({ data, database }));
const other = await untilEnd(startTestService({ data, database }));
const shop = await openShop(service);
await answering(service);
afterEach(async () => {
  await standby.start();
  await standby.resume();
  for (const one of [service, other]) await answering(one);
});

/** The database of the test on a standby. */
function onStandby({ url }: Standby): string {
  const changed = new URL(url);
  changed.pathname = new URL(data.url).pathname;
  return changed.href;
}

function stateOf({ database }: TestService) {
  return database.replica!;
}

async function answering(one: TestService): Promise<void> {
  await vi.waitFor(() => expect(stateOf(one).reason).toBeNull(), { timeout: 20_000, interval: 20 });
}

/** Calls the other service as the same caller. The client knows no header about replicas. */
const elsewhere = (path: string, headers: Record<string, string> = {}) =>
  other.call('GET', path, undefined, { authorization: authorizationOf(service.adminKey), ...headers });

const authorizationOf = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

const newCustomer = async (name: string): Promise<number> =>
  (await shop.done('/customer', { type: 'Company', name })).id;

/** Reads a new customer by its id, in a list and by the total, through the other service. */
async function expectSeen(id: number, name: string): Promise<void> {
  const [item, list, total] = await Promise.all([
    elsewhere(`/customer/${id}`),
    elsewhere(`/customer?name=${encodeURIComponent(name)}`),
    elsewhere(`/customer?name=${encodeURIComponent(name)}&perPage=0`),
  ]);
  expect([item.status, item.body.name]).toEqual([200, name]);
  expect(list.body.data.map((one: { id: number }) => one.id)).toEqual([id]);
  expect(total.body.total).toBe(1);
}

test('a caller sees its own writes through another service, while the replica is late, away and back', async () => {
  const before = stateOf(other).served;
  let stopping = false;
  const trouble = (async () => {
    for (let round = 0; !stopping; round++) {
      await standby.pause();
      await pause(round % 3 === 0 ? 300 : 30);
      await standby.resume();
      await pause(100);
    }
  })();
  try {
    for (let round = 0; round < 120; round++) {
      const name = `Own write ${round}`;
      await expectSeen(await newCustomer(name), name);
    }
  } finally {
    stopping = true;
    await trouble;
  }
  expect(stateOf(other).served).toBeGreaterThan(before);
  expect(stateOf(other).fallbacks.late).toBeGreaterThan(0);
});

test('lists, records, counts, summaries and pages of the event log come from the replica', async () => {
  const served = async (path: string) => {
    const before = { ...stateOf(service).fallbacks, served: stateOf(service).served };
    const { status } = await service.call('GET', path);
    expect([status, { ...stateOf(service).fallbacks }]).toEqual([200, without(before)]);
    return stateOf(service).served - before.served;
  };
  const id = await shop.order([{ part_id: await shop.part(), qty: 1, unit_price: 1 }]);
  const paths = [
    '/salesorder?embed=lines',
    `/salesorder/${id}`,
    '/salesorder?perPage=0',
    '/salesorder/summary',
    '/eventlog',
  ];
  for (const path of [...paths, `/salesorder/${id}/timeline`, '/verify'])
    expect(await served(path), path).toBeGreaterThan(0);
});

const without = <Counts extends { served: number }>({ served: _served, ...fallbacks }: Counts) => fallbacks;

test('the primary answers at once while the replica is late, and /status and /metrics say so', async () => {
  await standby.pause();
  const id = await newCustomer('While the replay waits');
  await expectSeen(id, 'While the replay waits');
  await expect.poll(() => stateOf(service).reason, { timeout: 5_000 }).toBe('late');
  const from = performance.now();
  for (let round = 0; round < 20; round++) await elsewhere('/customer?perPage=1');
  expect(performance.now() - from).toBeLessThan(20 * times.patience);

  await expect.poll(() => stateOf(service).lagSeconds, { timeout: 5_000 }).toBeGreaterThan(1);
  const { body: status } = await service.call('GET', '/status');
  expect(status.replica).toMatchObject({ problem: expect.stringMatching(/^The replica is behind the primary by \d/) });
  expect(status.replica.lag_bytes).toBeGreaterThan(0);
  expect(status.state).toBe('degraded');
  expect(status.problems).toContain(status.replica.problem);
  const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
  const metrics = await (await fetch(`${service.url}/metrics`, { headers: { authorization } })).text();
  expect(metrics).toMatch(/^conveyor_replica_lag_seconds [1-9]/m);
  expect(metrics).toMatch(/^conveyor_replica_fallbacks_total\{reason="late"\} \d/m);

  await standby.resume();
  await answering(other);
  const before = stateOf(other).served;
  await elsewhere('/customer?perPage=1');
  expect(stateOf(other).served).toBeGreaterThan(before);
  await expect
    .poll(async () => (await service.call('GET', '/status')).body.replica.problem, { timeout: 10_000 })
    .toBeNull();
});

test('reads go on without an error while the replica ends and comes back', async () => {
  let stopping = false;
  const statuses = new Set<number>();
  const readers = Array.from({ length: 6 }, async () => {
    while (!stopping)
      for (const path of ['/customer?perPage=20', '/salesorder/summary', '/verify'])
        statuses.add((await elsewhere(path)).status);
  });
  for (let round = 0; round < 2; round++) {
    await pause(300);
    await standby.stop();
    await expect.poll(() => stateOf(other).reason, { timeout: 5_000 }).toBe('away');
    await pause(300);
    await standby.start();
    await answering(other);
  }
  stopping = true;
  await Promise.all(readers);
  expect([...statuses]).toEqual([200]);
}, 60_000);

test('a request whose statements the replica cancels is answered by the primary', async () => {
  // Reads that take longer than the 50 ms that a replay waits.
  await data.pool.query(`insert into part (number, name)
    select 'R' || n, 'Part ' || n from generate_series(1, 100000) n`);
  const before = stateOf(other).fallbacks.canceled;
  const canceled = () => stateOf(other).fallbacks.canceled - before;
  const statuses: number[] = [];
  for (const end = Date.now() + 90_000; canceled() < 3 && Date.now() < end; ) {
    // On a busy machine the replica is late at times, and then it gets no reads.
    await answering(other);
    const answers = [7, 8, 9].map((digit) => elsewhere(`/part?filter=name = "%${digit}%1%${digit}%"&sort=-name`));
    await pause(30);
    // The replay of this lock has to wait for the statements that read the table.
    await data.pool.query('begin; lock table part in access exclusive mode; commit');
    for (const { status } of await Promise.all(answers)) statuses.push(status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(canceled()).toBeGreaterThanOrEqual(3);
  await data.pool.query("delete from part where number like 'R%'");
}, 120_000);

test('an error of the caller is no error of the replica', async () => {
  const before = { ...stateOf(other).fallbacks };
  const { status, body } = await elsewhere('/salesorder?filter=nothing');
  expect([status, body.code]).toEqual([400, 'filter.invalid']);
  const wrong = await service.database.reads.pool.query('select 1 / 0').catch((error) => error);
  expect(isReplicaError(wrong)).toBe(false);
  expect(stateOf(other).fallbacks).toEqual(before);
});

test('an ETag of the primary is that of the replica', async () => {
  const id = await newCustomer('With a version');
  const { headers } = await service.call('PUT', `/customer/${id}`, { name: 'With a version' });
  const etag = headers.get('etag')!;
  expect((await elsewhere(`/customer/${id}`)).headers.get('etag')).toBe(etag);
  expect((await elsewhere(`/customer/${id}`, { 'if-none-match': etag })).status).toBe(304);
  const changed = await service.call('PUT', `/customer/${id}`, { name: 'With another one' }, { 'if-match': etag });
  expect(changed.status).toBe(200);
  expect((await elsewhere(`/customer/${id}`, { 'if-none-match': etag })).status).toBe(200);
  expect((await elsewhere(`/customer/${id}`)).headers.get('etag')).toBe(changed.headers.get('etag'));
});

test('who follows the event log by pages misses nothing', async () => {
  let { next } = (await elsewhere('/eventlog?after=latest')).body;
  const seen: number[] = [];
  let writing = true;
  const made: number[] = [];
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let round = 0; round < 15; round++) made.push(await newCustomer(`Event ${writer}/${round}`));
  });
  const follower = (async () => {
    for (let more = true; writing || more; ) {
      const { body } = await elsewhere(`/eventlog?after=${next}&limit=7`);
      for (const event of body.data) if (event.event === 'customer.created') seen.push(event.object_id);
      next = body.next;
      more = body.data.length > 0 || body.more;
    }
  })();
  await Promise.all(writers);
  writing = false;
  await follower;
  expect(seen.toSorted((a, b) => a - b)).toEqual(made.toSorted((a, b) => a - b));
});
