import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { text } from '../../../../service/platform/coercion/coerce.ts';
import { operation } from '../../../../service/platform/database/operation.ts';
import { insertRow } from '../../../../service/platform/database/rows.ts';
import { AddressBook } from '../../../../service/platform/http/address.ts';
import { backgroundEndpoints } from '../../../../service/platform/http/background/requests.ts';
import { BackgroundRunner } from '../../../../service/platform/http/background/runner.ts';
import { endpoint } from '../../../../service/platform/http/endpoint.ts';
import { problem } from '../../../../service/platform/problems/problems.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { startTestService } from './bare-service.ts';

/** Background requests: they are stored, answered with 202, and run later. */

let runners: BackgroundRunner[] = [];
let runs = 0;
let gate: Promise<void> = Promise.resolve();

const write = operation('test.write', async ({ tx }, name: string) => {
  runs += 1;
  await insertRow(tx, 'usergroup', { name });
  await gate;
});

const note = z.object({ name: text(100) });

const later = endpoint('POST /later/{id}', {
  permission: 'later.create',
  summary: 'Take long',
  body: note,
  query: z.object({ refuse: z.string().optional() }),
  status: 201,
  run: { background: ({ params }) => params.id >= 1000 },
  handle: async (call) => {
    await write(call, call.body.name);
    if (call.query.refuse) throw problem('record.state', 'Not now.');
    return { value: { id: call.params.id, qty: 1.5, user: call.actor.userId, site: call.actor.siteId } };
  },
});

const endpoints = [later, ...backgroundEndpoints];

const service = await untilEnd(startTestService({ endpoints: [later] }));
/** The ends of the processes that hold a request. The lock of a test that fails would hold up everything after it. */
const held: (() => void)[] = [];
afterEach(async () => {
  for (const die of held.splice(0)) die();
  await Promise.all(runners.map((runner) => runner.stop()));
  runners = [];
  await service.test.pool.query('delete from background');
  runs = 0;
  gate = Promise.resolve();
});

function startRunner(): BackgroundRunner {
  const runner = new BackgroundRunner(service.services, endpoints, new AddressBook(endpoints), new Map());
  runner.start();
  runners.push(runner);
  return runner;
}

const post = (id: number, name: string, headers: Record<string, string> = {}, query = '') =>
  service.call({ method: 'POST', url: `/later/${id}${query}`, headers, payload: { name } });

const read = async (location: string) => (await service.call({ url: location })).body;

const written = async (name: string) =>
  (await service.test.pool.query('select 1 from usergroup where name = $1', [name])).rowCount;

const always = { 'x-background-processing': 'always' };

test('always: 202 without a body, and later the answer of the request', async () => {
  const queued = await post(1, 'Always', always);
  expect([queued.status, queued.text, queued.headers['retry-after']]).toEqual([202, '', '1']);
  const location = queued.headers.location!;
  expect(await read(location)).toMatchObject({ state: 'queued', finished_at: null, answer: null });
  startRunner();
  await expect
    .poll(() => read(location))
    .toMatchObject({
      state: 'done',
      answer: { status: 201, body: { id: 1, qty: 1.5, user: 1, site: 1 } },
    });
  expect((await read(location)).finished_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  expect(await written('Always')).toBe(1);
});

test.each<[string, number, Record<string, string>, number]>([
  ['left to the service, what is short', 1, {}, 201],
  ['left to the service, what is long', 1000, {}, 202],
  ['any other value leaves it to the service', 1000, { 'x-background-processing': 'perhaps' }, 202],
  ['never', 1000, { 'x-background-processing': 'never' }, 201],
  ['never is stronger than a preference', 1, { 'x-background-processing': 'never', prefer: 'respond-async' }, 201],
  ['Prefer: respond-async', 1, { prefer: 'wait=1, respond-async' }, 202],
])('%s', async (name, id, headers, status) => {
  expect((await post(id, name, headers)).status).toBe(status);
});

test('an invalid request is refused at once', async () => {
  const answer = await service.call({ method: 'POST', url: '/later/1', headers: always, payload: {} });
  expect([answer.status, answer.body.code]).toEqual([422, 'body.invalid']);
});

test('GET requests are never queued', async () => {
  expect((await service.call({ url: '/linetype', headers: always })).status).toBe(200);
});

const allPermissions = { usertype: 'API', permissions: ['*'] };

test('a request with a secret is stored without it, and only the same credential reads the secret in the answer', async () => {
  const queued = await service.call({ method: 'POST', url: '/user', headers: always, payload: allPermissions });
  expect([queued.status, queued.text]).toEqual([202, '']);
  const { answer, state } = await read(queued.headers.location!);
  expect([state, answer.status]).toEqual(['done', 201]);
  const key = answer.body.api_key;
  const { rows } = await service.test.pool.query('select * from background');
  expect(JSON.stringify(rows)).not.toContain(key);
  const other = await service.call({ url: queued.headers.location!, as: key });
  expect([other.status, other.body.answer.body.id, 'api_key' in other.body.answer.body]).toEqual([
    200,
    answer.body.id,
    false,
  ]);
});

test('a refused request with a secret leaves its refusal and nothing else', async () => {
  const payload = { ...allPermissions, usergroup_ids: [999] };
  const queued = await service.call({ method: 'POST', url: '/user', headers: always, payload });
  expect(queued.status).toBe(202);
  const refused = await read(queued.headers.location!);
  expect(refused).toMatchObject({
    state: 'failed',
    answer: { status: 422, body: { errors: [{ pointer: '/usergroup_ids/0' }] } },
  });
});

test('a logout in the background ends the session of its sender', async () => {
  const account = {
    usertype: 'Standard',
    email: 'ana@example.com',
    first_name: 'Ana',
    last_name: 'Weber',
    password: 'long enough for us',
  };
  await service.call({ method: 'POST', url: '/user', payload: { ...account, permissions: ['*'] } });
  const { email, password } = account;
  const login = await service.call({
    method: 'POST',
    url: '/login',
    headers: always,
    payload: { email, password },
    as: null,
  });
  expect(login.status).toBe(200);
  const as = login.body.session_token;
  expect((await service.call({ url: '/session', as })).status).toBe(200);
  expect((await service.call({ method: 'POST', url: '/logout', headers: always, as })).status).toBe(202);
  expect((await service.call({ url: '/session', as })).status).toBe(401);
});

test('a refusal is the answer, and no change of the request remains', async () => {
  const { headers } = await post(2, 'Refused', always, '?refuse=yes');
  startRunner();
  await expect
    .poll(() => read(headers.location!))
    .toMatchObject({
      state: 'failed',
      answer: { status: 409, body: { code: 'record.state', instance: '/later/2' } },
    });
  expect(await written('Refused')).toBe(0);
});

test('with an Idempotency-Key it is queued once', async () => {
  const first = await post(3, 'Once', { ...always, 'idempotency-key': 'bg' });
  const again = await post(3, 'Once', { ...always, 'idempotency-key': 'bg' });
  expect([again.status, again.headers.location]).toEqual([202, first.headers.location]);
});

test('somebody else cannot look at it', async () => {
  const { headers } = await post(4, 'Mine', always);
  const made = await service.call({ method: 'POST', url: '/user', payload: { usertype: 'API' } });
  const other = await service.call({ url: headers.location!, as: made.body.api_key });
  expect([other.status, other.body.code]).toEqual([404, 'record.unknown']);
});

test('several processes do each once', async () => {
  const queued = await Promise.all(Array.from({ length: 20 }, (_, index) => post(5, `Shared ${index}`, always)));
  runs = 0;
  for (let process = 0; process < 3; process++) startRunner();
  for (const { headers } of queued)
    await expect.poll(() => read(headers.location!), { timeout: 15_000 }).toMatchObject({ state: 'done' });
  expect(runs).toBe(20);
});

/** A connection that holds the row as the transaction of a running job does. */
async function holding(location: string) {
  const client = await service.test.pool.connect();
  await client.query('begin');
  const id = Number(location.split('/').at(-1));
  await client.query(
    `update background set state = 'running', claimed_until = now() - interval '1 hour', attempts = 1 where id = $1`,
    [id],
  );
  await client.query('commit');
  await client.query('begin');
  await client.query('select 1 from background where id = $1 for update', [id]);
  let isAlive = true;
  const die = () => {
    if (isAlive) client.release(true);
    isAlive = false;
  };
  held.push(die);
  return { die };
}

test('a request stays with its process, and another process takes it over when that process dies', async () => {
  const { headers } = await post(6, 'Orphan', always);
  const process = await holding(headers.location!);
  const runner = startRunner();
  const next = await post(6, 'Behind it', always);
  runner.wake();
  await expect.poll(() => read(next.headers.location!), { timeout: 15_000 }).toMatchObject({ state: 'done' });
  expect([await written('Orphan'), (await read(headers.location!)).state]).toEqual([0, 'running']);

  process.die();
  await expect.poll(() => read(headers.location!), { timeout: 15_000 }).toMatchObject({ state: 'done' });
  expect(await written('Orphan')).toBe(1);
});

test('a request whose connection is lost is rolled back and runs again', async () => {
  const { headers } = await post(8, 'Interrupted', always);
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  startRunner();
  await expect.poll(() => runs, { timeout: 15_000 }).toBe(1);
  await service.test.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);
  open();
  await expect.poll(() => read(headers.location!), { timeout: 15_000 }).toMatchObject({ state: 'done' });
  expect([runs, await written('Interrupted')]).toEqual([2, 1]);
});

test('a request that ends its process repeatedly fails', async () => {
  const { headers } = await post(9, 'Poison', always);
  await service.test.pool.query('update background set attempts = 5 where id = $1', [
    headers.location!.split('/').at(-1),
  ]);
  startRunner();
  await expect
    .poll(() => read(headers.location!), { timeout: 15_000 })
    .toMatchObject({ state: 'failed', answer: { status: 500 } });
  expect(runs).toBe(0);
});

test('stopping waits for running requests', async () => {
  const { headers } = await post(7, 'Graceful', always);
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const runner = startRunner();
  await expect.poll(() => runs, { timeout: 15_000 }).toBe(1);
  const stopped = runner.stop();
  open();
  await stopped;
  expect(await read(headers.location!)).toMatchObject({ state: 'done' });
});

test('a list has the requests of the caller, and with background.read those of all users', async () => {
  const payload = { usertype: 'API', first_name: 'Own', permissions: ['part.read'] };
  const { api_key: as, id: user_id } = (await service.call({ method: 'POST', url: '/user', payload })).body;
  await post(1, 'One', always);
  await post(2, 'Two', always);
  await service.test.pool.query(`update background set account_id = $1 where path = '/later/2'`, [user_id]);
  const own = (await service.call({ url: '/background?state=queued&sort=-id', as })).body;
  expect(own).toMatchObject({
    total: 1,
    data: [{ method: 'POST', path: '/later/2', state: 'queued', status: null, user_id }],
  });
  expect(own.data[0]).not.toHaveProperty('answer');
  const all = (await service.call({ url: '/background?sort=id&perPage=1' })).body;
  expect(all).toMatchObject({ total: 2, data: [{ path: '/later/1' }] });
  const others = await service.call({ url: `/background?user_id=${all.data[0].user_id}`, as });
  expect(others.body.total).toBe(0);
});
