import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventFeed } from '../../../service/event-log/feed.ts';
import type { LoggedEvent } from '../../../service/event-log/read.ts';
import { anybody } from '../../../service/platform/access/caller.ts';
import { Credentials } from '../../../service/platform/access/credentials.ts';
import { operation } from '../../../service/platform/database/operation.ts';
import { recordEvent } from '../../../service/platform/events/record-event.ts';
import { testShop } from '../../support/shop.ts';
import { openStream } from './event-stream.ts';

const { service, shop } = await testShop();
const part = await shop.part({}, 100);

const page = async (search: string) => (await service.call('GET', `/eventlog?${search}`)).body;
const end = async (): Promise<number> => (await page('after=latest')).next;
const createCustomer = (name: string) => shop.done('/customer', { type: 'Company', name });
const names = (events: readonly LoggedEvent[]) => events.map(({ event }) => event);

/** Creates a user with an API key. */
async function userWith(permissions: string[]): Promise<{ id: number; key: string }> {
  const body = { first_name: 'Reader', usertype: 'API', permissions };
  const { body: user } = await service.call('POST', '/user', body);
  return { id: user.id, key: user.api_key };
}

const stream = (key: string, search = '', headers: Record<string, string> = {}) =>
  openStream(`${service.url}/eventlog${search}`, key, headers);

test('pages go through the log, and the last one says where the next begins', async () => {
  const before = await end();
  for (const name of ['Ada', 'Bob', 'Cleo']) await createCustomer(name);
  const first = await page(`after=${before}&limit=2`);
  expect(first).toMatchObject({ data: [{ event: 'customer.created', order_ids: [] }, {}], more: true });
  const second = await page(`after=${first.next}&limit=2`);
  expect(second).toMatchObject({ data: [{ event: 'customer.created' }], more: false });
  expect(await page(`after=${second.next}`)).toEqual({ data: [], next: second.next, more: false });
});

test('an entry is the entry of the timeline, with its id and its orders', async () => {
  const before = await end();
  const order = await shop.issued([{ part_id: part, qty: 1 }]);
  const { data } = await page(`after=${before}`);
  const timeline = await shop.get(`/salesorder/${order}/timeline`);
  expect(data.map(({ id, order_ids, ...entry }: LoggedEvent) => entry)).toEqual(timeline);
  expect(data.every((event: LoggedEvent) => event.order_ids.includes(order))).toBe(true);
});

test('an id that no event has yet is refused: the log was restored to an earlier state', async () => {
  const last = await end();
  const { status, body } = await service.call('GET', `/eventlog?after=${last + 1_000}`);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'query.invalid-value', end: last } });
  await expect(stream(service.adminKey, '', { 'last-event-id': String(last + 1_000) })).rejects.toThrow('400');
});

test('a caller sees the events of records that the caller may read, and with orders all events of orders', async () => {
  const [customers, orders, nothing] = [
    await userWith(['customer.read']),
    await userWith(['salesorder.read']),
    await userWith([]),
  ];
  const before = await end();
  await createCustomer('Dora');
  const order = await shop.issued([{ part_id: part, qty: 1 }]);
  await shop.perform('pick', [order]);
  await shop.part();
  const seen = async ({ key }: { key: string }) => {
    const authorization = `Basic ${btoa(`${key}:`)}`;
    const { body } = await service.call('GET', `/eventlog?after=${before}`, undefined, { authorization });
    return { events: names(body.data), next: body.next };
  };
  const next = await end();
  expect(await seen(customers)).toEqual({ events: ['customer.created'], next });
  const timeline = await shop.get(`/salesorder/${order}/timeline`);
  expect((await seen(orders)).events).toEqual(names(timeline));
  expect(names(timeline)).toContain('pick.finished');
  expect(await seen(nothing)).toEqual({ events: [], next });
});

test('a stream gets each event within a second, and goes on after the last one that the client has', async () => {
  const first = await stream(service.adminKey);
  await first.until(() => first.lastId() !== null);
  const start = performance.now();
  await createCustomer('Emil');
  await first.until(() => first.events.length === 1);
  expect(performance.now() - start).toBeLessThan(1_000);
  first.close();
  await createCustomer('Fay');
  await createCustomer('Gus');
  const second = await stream(service.adminKey, '?after=latest', { 'last-event-id': first.lastId() ?? '' });
  await second.until(() => second.events.length === 2);
  await createCustomer('Hal');
  await second.until(() => second.events.length === 3);
  expect(second.events.map(({ object_id }) => object_id)).toEqual(
    [1, 2, 3].map((more) => (first.events[0]?.object_id ?? 0) + more),
  );
  second.close();
});

test('a stream of another process gets the events, too', async () => {
  const other = new EventFeed(service.database, new Credentials(service.database));
  const caller = await new Credentials(service.database).verify(service.adminKey);
  const texts: string[] = [];
  const opened = await other.open(caller ?? anybody, null);
  opened.on('data', (text: string) => texts.push(text));
  // It has no wake-up of its own for this insert, which no operation made.
  await pause(200);
  await service.sql.query(
    `with x as (select pg_current_xact_id()) insert into event_log (event_id, object_id) select 1, 1 from x`,
  );
  await expect.poll(() => texts.join(''), { timeout: 1_500 }).toContain('customer.created');
  other.stop();
});

test('a stream ends within seconds after the rights of its caller', async () => {
  const feed = new EventFeed(service.database, new Credentials(service.database, { seconds: 0.05 }), {
    heartbeat: 100,
  });
  const { id, key } = await userWith(['customer.read']);
  const caller = await new Credentials(service.database).verify(key);
  const texts: string[] = [];
  const opened = await feed.open(caller ?? anybody, null);
  opened.on('data', (text: string) => texts.push(text));
  const closed = new Promise((resolve) => opened.once('close', resolve));
  await createCustomer('Ida');
  await expect.poll(() => texts.join('')).toContain('customer.created');
  await service.call('PUT', `/user/${id}`, { permissions: ['part.read'] });
  await pause(300);
  const before = texts.join('');
  await createCustomer('Jon');
  await pause(600);
  expect(texts.join('').slice(before.length)).not.toContain('data:');
  await service.call('DELETE', `/user/${id}/apikey`);
  await closed;
  feed.stop();
});

test('a silent stream shows that it lives, and its id moves on past events of others', async () => {
  const feed = new EventFeed(service.database, new Credentials(service.database), { heartbeat: 50 });
  const { key } = await userWith(['part.read']);
  const caller = await new Credentials(service.database).verify(key);
  const opened = await feed.open(caller ?? anybody, null);
  const texts: string[] = [];
  opened.on('data', (text: string) => texts.push(text));
  await createCustomer('Kim');
  const last = await end();
  await expect.poll(() => texts.at(-1), { timeout: 2_000 }).toBe(`id: ${last}\n:\n\n`);
  feed.stop();
});

test('a process has a limited number of streams, and a closed one gives its place back', async () => {
  const feed = new EventFeed(service.database, new Credentials(service.database), { streams: 2 });
  const caller = (await new Credentials(service.database).verify(service.adminKey)) ?? anybody;
  const open = async () => (await feed.open(caller, null)).resume();
  const first = await open();
  await open();
  await expect(open()).rejects.toMatchObject({ code: 'service.unavailable', headers: { 'retry-after': '2' } });
  first.destroy();
  await expect
    .poll(() =>
      open().then(
        () => 'open',
        () => 'refused',
      ),
    )
    .toBe('open');
  feed.stop();
});

/** Records an event, and commits some time after its id was given. */
const recordSlowly = operation('test.record', async (context, { id, fails }: { id: number; fails: boolean }) => {
  await recordEvent(context, { event: 'customer.modified', id });
  if (fails) throw new Error('rolled back');
});

test('no event is missed and none comes twice, whatever the order of the commits', { timeout: 90_000 }, async () => {
  await service.sql.query(`
    create function sleep_some() returns trigger language plpgsql as $$
      begin perform pg_sleep((new.object_id % 10) / 100.0); return null; end $$;
    create trigger sleeps after insert on event_log for each row execute function sleep_some();`);
  const actor = { userId: 1, siteId: 1, userAgent: null, requestId: 'test', workflowId: null };
  let nextId = 1_000_000;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ begins: fc.nat(60), lasts: fc.nat(9), fails: fc.boolean() }), {
          minLength: 5,
          maxLength: 25,
        }),
        async (transactions) => {
          const start = await end();
          const streamed = await stream(service.adminKey, `?after=${start}`);
          const written: number[] = [];
          let isWriting = true;
          // While the stream finds out how far the log is settled, a page may still end before the last commit.
          let deadline = Number.POSITIVE_INFINITY;
          const paged: LoggedEvent[] = [];
          const reader = (async () => {
            let next = start;
            for (let last = false; !last; ) {
              last = !isWriting && (paged.length >= written.length || Date.now() > deadline);
              const { data, next: following } = await page(`after=${next}&limit=3`);
              paged.push(...data);
              if (data.length > 0) last = false;
              next = following;
            }
          })();
          await Promise.all(
            transactions.map(async ({ begins, lasts, fails }) => {
              nextId += 10;
              const id = nextId - (nextId % 10) + lasts;
              await pause(begins);
              const done = recordSlowly({ database: service.database, actor }, { id, fails }).then(() =>
                written.push(id),
              );
              await done.catch(() => undefined);
            }),
          );
          // The log waits for transactions of other databases on the server, too: other tests hold some for seconds.
          deadline = Date.now() + 20_000;
          isWriting = false;
          await reader;
          const ids = (events: readonly LoggedEvent[]) => events.map(({ object_id }) => object_id).sort();
          expect(ids(paged)).toEqual(written.sort());
          await streamed.until(() => streamed.events.length >= written.length);
          expect(ids(streamed.events)).toEqual(written);
          const order = streamed.events.map(({ id }) => id);
          expect(order).toEqual([...order].sort((a, b) => a - b));
          streamed.close();
        },
      ),
      { numRuns: Number(process.env.CONVEYOR_FEED_RUNS ?? 12) },
    );
  } finally {
    await service.sql.query('drop function sleep_some() cascade');
  }
});
