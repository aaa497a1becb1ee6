import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { harmOf, startHonestCallers } from '../../support/honest-callers.ts';
import { untilEnd } from '../../support/until-end.ts';
import { serviceProcess } from '../crash/service.ts';
import { createLargeCustomer } from './large-customer.ts';

/** A list of a table that the tests lock: the tests decide how long it takes, and it uses no processor. */
const slow = '/document?perPage=1';

/** Keys of a caller who may read everything, and of one who may also ask for more time. */

const testData = await untilEnd(testDatabase());
const service = await serviceProcess(testData.url);
await service.start();
const customerId = await createLargeCustomer(service, testData);
const attacker = await keyOf('attacker', ['customer.read', 'salesorder.read', 'part.read', 'document.read']);
const patient = await keyOf('patient', ['salesorder.read', 'document.read', 'list.wait']);
afterAll(async () => {
  await service.kill();
});

async function keyOf(name: string, permissions: string[]): Promise<string> {
  const user = { first_name: name, email: `${name}@example.com`, usertype: 'API', permissions };
  return (await service.call('POST', '/user', user)).body.api_key;
}

/** Runs the work while no list of documents can be read. */
async function whileDocumentsAreLocked(work: () => Promise<void>): Promise<void> {
  const client = await testData.pool.connect();
  try {
    await client.query('begin; lock table document in access exclusive mode');
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const basic = (key: string) => ({ authorization: `Basic ${btoa(`${key}:`)}` });
const read = (path: string, key = attacker, headers: Record<string, string> = {}) =>
  service.call('GET', path, undefined, { ...basic(key), ...headers });

/** Sends a GET that may take 50 s, and closes its socket soon, without waiting for an answer. */
async function readAndLeave(path: string): Promise<void> {
  const request = get(service.url + path, { headers: { ...basic(patient), prefer: 'wait=50' }, agent: false });
  request.on('error', () => undefined);
  await pause(100);
  request.destroy();
}

/** Statements that PostgreSQL has executed for more than a second. Those of honest callers take some milliseconds. */
async function executing(): Promise<number> {
  const { rows } = await testData.pool.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and state = 'active' and query_start < clock_timestamp() - interval '1 second'`,
  );
  return rows[0].n;
}

/** PostgreSQL executes four slow statements in this time, beside all other tests. Before the limits, calls failed after 15 s. */
const tolerance = 40;

/** Runs an attack beside honest callers, and checks that it does not harm them. */
async function besideHonestCallers(attack: () => Promise<void>): Promise<void> {
  const callers = await startHonestCallers({ url: service.url, adminKey: service.adminKey, pid: service.pid() });
  try {
    await attack();
  } finally {
    const report = await callers.stop();
    if (process.env.PRINT_FIGURES) console.log(report);
    expect(harmOf(report, tolerance)).toEqual([]);
  }
}

const besideLockedDocuments = (attack: () => Promise<void>) =>
  besideHonestCallers(() => whileDocumentsAreLocked(attack));

test('a chain that leads back is refused, the process lives, and others are not harmed', async () => {
  await besideHonestCallers(async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => read(`/customer/${customerId}?embed=salesorders.customer.salesorders`)),
    );
    expect(answers.map(({ body }) => body.code)).toEqual(Array(8).fill('query.leads-back'));
    await pause(1_500);
  });
});

test('embeds without end by another way are refused with the limit, also in the answer of a change', async () => {
  await besideHonestCallers(async () => {
    const wide =
      'salesorders.lines.part,salesorders.work.line.part,salesorders.discounts.line,salesorders.site.locations.inventory';
    const one = await service.call('GET', `/customer/${customerId}?embed=${wide}`);
    expect(one).toMatchObject({ status: 400, body: { code: 'query.answer-too-large', limit: 25_000 } });
    const body = { name: 'Larger' };
    const path = `/customer/${customerId}?embed=salesorders.lines.part,salesorders.lines.linetype,salesorders.status`;
    expect(await service.call('PUT', path, body)).toMatchObject({
      status: 400,
      body: { code: 'query.answer-too-large' },
    });
    expect((await read(`/customer/${customerId}`)).body.name).toBe('Large');
    await pause(1_000);
  });
});

test('slow lists whose callers leave are canceled in PostgreSQL, and lists and /readyz answer beside them', async () => {
  await besideLockedDocuments(async () => {
    const unready: string[] = [];
    for (let round = 0; round < 8; round++) {
      void Promise.all(Array.from({ length: 8 }, () => readAndLeave(slow)));
      const begin = performance.now();
      const answer = await fetch(`${service.url}/readyz`);
      const took = Math.round(performance.now() - begin);
      if (answer.status !== 200 || took > 5_000) unready.push(`round ${round}: ${answer.status} after ${took} ms`);
      await pause(300);
    }
    expect(unready).toEqual([]);
    await expect.poll(executing, { timeout: 15_000 }).toBe(0);
  });
});

test('slow lists of one caller take half of the connections, further ones wait, and then they are 429', async () => {
  await besideLockedDocuments(async () => {
    const leaving = new AbortController();
    const answers: { status: number; retryAfter: string | null; body: { code: string } }[] = [];
    const calls = Array.from({ length: 140 }, async () => {
      const headers = { ...basic(attacker), prefer: 'wait=1' };
      const response = await fetch(service.url + slow, { headers, signal: leaving.signal });
      const { status } = response;
      const retryAfter = response.headers.get('retry-after');
      answers.push({ status, retryAfter, body: (await response.json()) as { code: string } });
    });
    const settled = Promise.allSettled(calls);
    const answered = (status: number) => answers.filter((answer) => answer.status === status);
    await expect
      .poll(() => Math.min(answered(429).length, answered(504).length), { timeout: 20_000 })
      .toBeGreaterThan(3);
    leaving.abort();
    await settled;
    expect(answered(429)[0]).toMatchObject({ retryAfter: '1', body: { code: 'caller.too-many-reads' } });
    expect(answered(504)[0]?.body).toMatchObject({ code: 'query.too-slow', seconds: 1 });
    expect(answered(429).length + answered(504).length).toBe(answers.length);
    await expect.poll(executing, { timeout: 15_000 }).toBe(0);
  });
});

test('a list has five seconds, and more if the caller asks for it and may', async () => {
  await whileDocumentsAreLocked(async () => {
    const begin = performance.now();
    const answer = await read(slow);
    const took = performance.now() - begin;
    expect(answer).toMatchObject({ status: 504, body: { code: 'query.too-slow', seconds: 5 } });
    expect(took).toBeGreaterThan(4_900);
    expect(took).toBeLessThan(15_000);
  });
  const applied = async (key: string, wait: string) =>
    (await read('/salesorder?perPage=1', key, { prefer: wait })).headers.get('preference-applied');
  expect(await applied(attacker, 'wait=30')).toBe('wait=5');
  expect(await applied(patient, 'wait=30')).toBe('wait=30');
  expect(await applied(patient, 'wait=3600')).toBe('wait=50');
});
