import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';
import type { TestService } from '../../../support/test-service.ts';

/** The people who work on a pick or a pack. */

interface Person {
  readonly id: number;
  readonly post: (path: string) => ReturnType<TestService['call']>;
}

const { service, shop } = await testShop({}, 'each');
const ada = await person('Ada', ['pick.*', 'pack.*']);
const bob = await person('Bob', ['pick.*', 'pack.*']);

async function person(first_name: string, permissions: string[]): Promise<Person> {
  const { id, api_key } = await shop.done('/user', { first_name, usertype: 'API', permissions });
  const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
  return { id, post: (path) => service.call('POST', path, undefined, { authorization }) };
}

const lists = {
  pick: async () => {
    const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
    const { id } = await shop.done('/picklinebyorder', { order_id: [order] });
    return { order, path: `/pick/${id}`, finish: () => shop.through([order], 'pick') };
  },
  pack: async () => {
    const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
    await shop.through([order], 'pick');
    const { id } = await shop.done('/packlinebyorder', { order_id: [order], start_in_carton: 1 });
    return { order, path: `/pack/${id}`, finish: () => shop.done(`/pack/${id}/finish`) };
  },
};

const names = async (path: string) => (await shop.get(path)).workers.map(({ name }: { name: string }) => name);
const events = async (order: number) =>
  (await shop.get(`/salesorder/${order}/timeline`)).map(({ event, by }: { event: string; by: string }) => [event, by]);

const kinds = ['pick', 'pack'] as const;

test.each(kinds)('several people work on one %s, and each of them is shown', async (kind) => {
  const { order, path } = await lists[kind]();
  expect(await names(path)).toEqual([]);
  expect((await ada.post(`${path}/join`)).body.workers).toEqual([
    { user_id: ada.id, name: 'Ada', since: expect.stringMatching(/^\d{4}-.+\+00:00$/) },
  ]);
  await bob.post(`${path}/join`);
  // Repeating it changes nothing, and has no event.
  await ada.post(`${path}/join`);
  expect(await names(path)).toEqual(['Ada', 'Bob']);
  expect((await shop.get(`/${kind}?id=${path.split('/')[2]}`)).data[0].workers).toHaveLength(2);
  for (let times = 0; times < 2; times++) expect((await ada.post(`${path}/leave`)).status).toBe(200);
  expect(await names(path)).toEqual(['Bob']);
  expect((await events(order)).slice(-3)).toEqual([
    [`${kind}.joined`, 'Ada'],
    [`${kind}.joined`, 'Bob'],
    [`${kind}.left`, 'Ada'],
  ]);
});

test.each(kinds)('nobody works on a finished %s', async (kind) => {
  const { path, finish } = await lists[kind]();
  await ada.post(`${path}/join`);
  await finish();
  expect(await names(path)).toEqual([]);
  const { status, body } = await ada.post(`${path}/join`);
  expect([status, body.code]).toEqual([409, `${kind}.state`]);
  expect(body.detail).toMatch(/is Finished: nobody works on it any more\./);
  expect((await ada.post(`${path}/leave`)).status).toBe(200);
  expect((await service.sql.query(`select 1 from ${kind}_worker`)).rows.length).toBeLessThan(2);
});

test.each(kinds)('a deleted %s, and one whose order is void, have no workers', async (kind) => {
  const [deleted, voided] = [await lists[kind](), await lists[kind]()];
  for (const { path } of [deleted, voided]) await ada.post(`${path}/join`);
  await shop.done(deleted.path, undefined, 'DELETE');
  await shop.done(`/salesorder/${voided.order}/void`);
  expect(await names(voided.path)).toEqual([]);
  expect((await ada.post(`${deleted.path}/join`)).body.code).toBe('record.unknown');
  const { rows } = await service.sql.query(`select ${kind}_id as id from ${kind}_worker`);
  expect(rows.map(({ id }) => `/${kind}/${id}`)).not.toContain(deleted.path);
});

test('a person who is silent for half an hour is shown no longer, and joins anew', async () => {
  const { order, path } = await lists.pick();
  const silent = (minutes: number) =>
    service.sql.query(
      `update pick_worker set since = since - $2 * interval '1 minute', seen_at = seen_at - $2 * interval '1 minute' where pick_id = $1`,
      [Number(path.split('/')[2]), minutes],
    );
  await ada.post(`${path}/join`);
  await silent(29);
  const [{ since }] = (await shop.get(path)).workers;
  await ada.post(`${path}/join`);
  expect((await shop.get(path)).workers).toMatchObject([{ since }]);
  await silent(31);
  expect(await names(path)).toEqual([]);
  await ada.post(`${path}/leave`);
  await ada.post(`${path}/join`);
  await silent(31);
  const [again] = (await ada.post(`${path}/join`)).body.workers;
  expect(Date.now() - Date.parse(again.since)).toBeLessThan(60_000);
  const changes = (await events(order))
    .map(([event]: [string]) => event)
    .filter((event: string) => /joined|left/.test(event));
  expect(changes).toEqual(['pick.joined', 'pick.joined', 'pick.joined']);
});

test('who may commit may join a pick, and who may move items may join a pack', async () => {
  const [pick, pack] = [await lists.pick(), await lists.pack()];
  const [picker, packer] = [await person('Pia', ['pick.commit']), await person('Max', ['pack.moveitem'])];
  const statuses = async (one: Person) => [
    (await one.post(`${pick.path}/join`)).status,
    (await one.post(`${pack.path}/join`)).status,
  ];
  expect([await statuses(picker), await statuses(packer)]).toEqual([
    [200, 403],
    [403, 200],
  ]);
});

test('a person who is deleted works on nothing', async () => {
  const { path } = await lists.pick();
  const zoe = await person('Zoe', ['pick.commit']);
  await zoe.post(`${path}/join`);
  await shop.done(`/user/${zoe.id}`, undefined, 'DELETE');
  expect(await names(path)).toEqual([]);
});

test('a second screen sees joins and counts within a second, and they wake no workflow', async () => {
  const { path } = await lists.pick();
  const { lines } = await shop.get(`${path}?embed=lines`);
  const { rows } = await service.sql.query('select max(id)::bigint as id from event_log');
  const outbox = async () => (await service.sql.query('select count(*)::int as rows from outbox')).rows[0].rows;
  const waiting = await outbox();
  await ada.post(`${path}/join`);
  await shop.done(`/pickline/${lines[0].id}/count`, {});
  const log = async () => (await shop.get(`/eventlog?after=${rows[0].id}`)).data;
  // The log waits for transactions that began before, also those of other tests on the same PostgreSQL.
  const limit = process.env.CONVEYOR_STRICT_TIMES ? 1_000 : 20_000;
  await expect.poll(async () => (await log()).length, { timeout: limit, interval: 20 }).toBe(2);
  const data = await log();
  expect(data.map(({ event }: { event: string }) => event)).toEqual(['pick.joined', 'pickline.counted']);
  expect(data[1].detail).toMatchObject({ qty: 1, counted: 1, of: 2, location_id: shop.stockId });
  expect(await outbox()).toBe(waiting);
});
