import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';
import type { Reply } from '../../support/test-service.ts';

/** Requests that wait for one record, while somebody else holds its lock for long. */

/** The connections for operations, as in production. */
const connections = 8;
/** Milliseconds of the longest wait for a record. In production it is 5 s. */
const lock = 2_000;

/** Keys that were never used. */
const email = 'ana@example.com';

const { service, shop } = await testShop({ database: { connections, limits: { lock } } });
await shop.done('/user', { first_name: 'Ana', email, password: 'correct horse' });
const users = ['scanner-1@example.com', 'scanner-2@example.com'].map((one) =>
  shop.done('/user', { first_name: 'Scanner', email: one, usertype: 'API' }),
);
const keys = (await Promise.all(users)).map(({ api_key }) => api_key);

/** Locks rows over a connection of its own, until `end` is called. */
async function hold(statement: string, values: unknown[]): Promise<{ end(): Promise<void> }> {
  const client: pg.PoolClient = await service.sql.connect();
  await client.query('begin');
  await client.query(statement, values);
  return {
    async end() {
      await client.query('rollback');
      client.release();
    },
  };
}

const holdOrder = (id: number) => hold('select from salesorder where id = $1 for update', [id]);

interface Timed extends Reply {
  milliseconds: number;
}

async function timed(reply: Promise<Reply>): Promise<Timed> {
  const from = performance.now();
  const answer = await reply;
  return { ...answer, milliseconds: performance.now() - from };
}

const change = (id: number, name: string) => timed(service.call('PUT', `/salesorder/${id}`, { ship_to_name: name }));

/** A caller whose key is in no cache, a login, and a write to another record. */
async function others(name: string): Promise<Timed[]> {
  const authorization = `Basic ${Buffer.from(`${keys.pop()}:`).toString('base64')}`;
  return Promise.all([
    timed(service.call('GET', '/session', undefined, { authorization })),
    timed(service.call('POST', '/login', { email, password: 'correct horse' })),
    timed(service.call('POST', '/customer', { type: 'Company', name })),
  ]);
}

test('requests that wait for one order stop neither writes nor logins, and are refused with the number of the order', async () => {
  const part = await shop.part();
  const order = await shop.order([{ part_id: part, qty: 1 }]);
  const holder = await holdOrder(order);
  const waiting = Promise.all(Array.from({ length: 3 * connections }, (_, at) => change(order, `Waits ${at}`)));
  await pause(500);
  const answers = await others('meanwhile');
  const refused = await waiting;
  await holder.end();

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
  for (const { milliseconds } of answers) expect(milliseconds).toBeLessThan(1_500);
  for (const { status, body, headers, milliseconds } of refused) {
    expect([status, body.code, body.record, body.ids, headers.get('retry-after')]).toEqual([
      503,
      'record.locked',
      'salesorder',
      [order],
      '1',
    ]);
    expect(body.detail).toContain(`Sales order ${order} is locked`);
    expect(milliseconds).toBeLessThan(lock + 4_000);
  }
  expect((await change(order, 'Free again')).status).toBe(200);
});

test('a stream of requests for a locked order leaves half of the connections to others', async () => {
  const part = await shop.part();
  const order = await shop.order([{ part_id: part, qty: 1 }]);
  const holder = await holdOrder(order);
  const stream: Promise<Timed>[] = [];
  const timer = setInterval(() => stream.push(change(order, 'Stream')), 10);
  await pause(700);
  const answers = await others('stream');
  clearInterval(timer);
  await holder.end();
  const statuses = (await Promise.all(stream)).map(({ status, body }) => (status === 200 ? 200 : body.code));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
  for (const { milliseconds } of answers) expect(milliseconds).toBeLessThan(1_500);
  // Those that waited when the lock ended are done. Those that came when too many waited were refused.
  expect(statuses.filter((status) => status !== 'record.locked')).toEqual(expect.arrayContaining([200]));
  expect(statuses.filter((status) => status !== 200 && status !== 'record.locked')).toEqual([]);
});

test('a request whose record is free in time is done, however many wait', async () => {
  const part = await shop.part();
  const order = await shop.order([{ part_id: part, qty: 1 }]);
  const holder = await holdOrder(order);
  const waiting = Promise.all(Array.from({ length: connections }, (_, at) => change(order, `In time ${at}`)));
  await pause(800);
  await holder.end();
  expect((await waiting).map(({ status }) => status)).toEqual(Array.from({ length: connections }, () => 200));
});

test.each([
  ['a customer', 'customer'],
  ['a part', 'part'],
])('the refusal names %s, with If-Match and with Idempotency-Key too', async (_name, record) => {
  const id = record === 'part' ? await shop.part() : shop.customerId;
  const path = `/${record}/${id}`;
  const { headers } = await service.call('GET', path);
  const holder = await hold(`select from ${record} where id = $1 for update`, [id]);
  const replies = await Promise.all([
    service.call('PUT', path, { name: 'Locked' }),
    service.call('PUT', path, { name: 'Locked' }, { 'if-match': headers.get('etag')! }),
    service.call('PUT', path, { name: 'Locked' }, { 'idempotency-key': `locked ${path}` }),
  ]);
  await holder.end();
  for (const { status, body } of replies) {
    expect([status, body.code, body.record, body.ids]).toEqual([503, 'record.locked', record, [id]]);
  }
  // A refusal that passes is not stored under the key.
  const again = await service.call('PUT', path, { name: 'Locked' }, { 'idempotency-key': `locked ${path}` });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
});

test('the refusal of an issue that waits for stock names the part', async () => {
  const part = await shop.part({}, 10);
  const order = await shop.order([{ part_id: part, qty: 1 }]);
  const holder = await hold(
    `select pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'stock', $1::bigint, $2::bigint), 0))`,
    [shop.siteId, part],
  );
  const refused = await shop.post(`/salesorder/${order}/issue`, {});
  await holder.end();
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    503,
    'record.locked',
    expect.stringContaining(`The stock of part ${part} is locked`),
  ]);
  expect((await shop.post(`/salesorder/${order}/issue`, {})).status).toBe(200);
  expect(await service.verify()).toEqual([]);
});
