import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { startTestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';

/**
 * Filters of webhooks. A lock on a table that only filters read makes a filter slow, for as long as the test wants, and nothing
 * else.
 */

const slowFilter = 'groups.name = "Wholesale"';
const limit = 200;
const rest = 0.3;

const eventIds = new Map<string, number>();

const data = await untilEnd(testDatabase());
const service = await untilEnd(startTestService({ data }));
for await (const { id, name } of service.client.event.each()) eventIds.set(name, id);
const blocker = new pg.Client(data.url);
await blocker.connect();
afterAll(async () => {
  await blocker.end();
});

async function webhookFor(event: string, filter: string | null, url = 'https://shop.example/hook'): Promise<number> {
  return (await service.client.webhook.create({ url, event_id: eventIds.get(event)!, filter } as never)).id;
}

async function customer(name: string, more: object = {}): Promise<number> {
  return (await service.client.customer.create({ type: 'Company', name, ...more } as never)).id;
}

const change = (id: number, body: object) => service.call('PUT', `/customer/${id}`, body);

/** The objects of a webhook's deliveries, in their order. */
async function delivered(webhook: number): Promise<Record<string, unknown>[]> {
  const { rows } = await service.sql.query('select body from webhookdelivery where webhook_id = $1 order by id', [
    webhook,
  ]);
  return rows.map(({ body }) => JSON.parse(body));
}

const namesOf = async (webhook: number) => (await delivered(webhook)).map(({ name }) => name);
const waiting = async () => (await service.sql.query('select webhook_ids from webhookevent')).rows;
const soon = { timeout: 15_000, interval: 50 };

async function slow<T>(body: () => Promise<T>): Promise<T> {
  await blocker.query('begin');
  await blocker.query('lock table customergroup in access exclusive mode');
  try {
    return await body();
  } finally {
    await blocker.query('rollback');
  }
}

test('forty filters that take long delay no operation', async () => {
  const webhooks: number[] = [];
  for (let at = 0; at < 40; at++) webhooks.push(await webhookFor('customer.modified', slowFilter));
  const id = await customer('Forty');
  const before = performance.now();
  await change(id, { name: 'Forty' });
  const usual = (performance.now() - before) / 1_000;
  const seconds = await slow(async () => {
    const from = performance.now();
    const { status } = await change(id, { name: 'Forty more' });
    expect(status).toBe(200);
    return (performance.now() - from) / 1_000;
  });
  if (process.env.PRINT_FIGURES)
    console.log(`a PUT beside forty slow filters: ${seconds.toFixed(2)} s, otherwise ${usual.toFixed(2)} s`);
  // Without the evaluation after the commit, it waits for the lock.
  expect(seconds).toBeLessThan(10);
  expect((await waiting()).map(({ webhook_ids }) => webhook_ids.length)).toEqual([40, 40]);
  for (const webhook of webhooks) await service.client.webhook.remove(webhook);
});

test('a filter reads the record as it was at the event, also a deleted one, with all of its language', async () => {
  const modified = await webhookFor('customer.modified', 'name = "Then" || name = "Never"');
  const wide = Array.from({ length: 20 }, (_, at) => `name = "Other ${at}"`).join(' || ');
  const either = await webhookFor('customer.modified', `id = 0 || name = "Then" || ${wide} || groups.name = "None"`);
  const negated = await webhookFor('customer.modified', 'NOT (name = "Then") && count(groups) = 0');
  const removed = await webhookFor('customer.deleted', 'name = "Now" && created_at > now-1h');
  const other = await webhookFor('customer.deleted', 'name = "Then"');
  const id = await customer('Before');
  await change(id, { name: 'Then' });
  await change(id, { name: 'Now' });
  await service.client.customer.remove(id);
  service.startFilters({ limit, rest });
  await expect.poll(waiting, soon).toEqual([]);
  expect(await namesOf(modified)).toEqual(['Then']);
  expect(await namesOf(either)).toEqual(['Then']);
  expect(await namesOf(negated)).toEqual(['Now']);
  expect(await namesOf(removed)).toEqual(['Now']);
  expect(await namesOf(other)).toEqual([]);
  for (const webhook of [modified, either, negated, removed, other]) await service.client.webhook.remove(webhook);
});

test('a filter that takes too long rests and is reported, and the others go on; in time again, it loses nothing', async () => {
  const fast = await webhookFor('customer.created', 'name = "S%"');
  const late = await webhookFor('customer.created', `name = "S%" && (${slowFilter} || count(groups) = 0)`);
  await slow(async () => {
    await customer('Slow 1');
    await expect.poll(() => namesOf(fast), soon).toEqual(['Slow 1']);
    await expect.poll(async () => (await service.client.webhook.get(late)).filter_exceeded, soon).toBeGreaterThan(0);
    await customer('Slow 2');
    await expect.poll(() => namesOf(fast), soon).toEqual(['Slow 1', 'Slow 2']);
    expect(await namesOf(late)).toEqual([]);
    expect(await service.client.webhook.get(fast)).toMatchObject({ active: true, filter_exceeded: 0 });
  });
  await expect.poll(async () => (await namesOf(late)).sort(), soon).toEqual(['Slow 1', 'Slow 2']);
  await expect.poll(async () => (await service.client.webhook.get(late)).filter_exceeded, soon).toBe(0);
  expect(await waiting()).toEqual([]);
  for (const webhook of [fast, late]) await service.client.webhook.remove(webhook);
}, 60_000);

test('a filter that takes too long five times in a row switches its webhook off; a better one gets the events', async () => {
  const late = await webhookFor('customer.created', slowFilter);
  await slow(async () => {
    await customer('Off');
    await expect
      .poll(async () => (await service.client.webhook.get(late)).active, { ...soon, timeout: 40_000 })
      .toBe(false);
  });
  const off = await service.client.webhook.get(late);
  expect(off.filter_exceeded).toBe(5);
  expect(off.switched_off_why).toMatch(
    /^The filter took longer than 200 ms 5 times in a row, the last time for customer \d+\. Simplify it\. Its events wait until then\.$/,
  );
  const { rows } = await service.sql.query(
    `select l.detail from event_log l join event e on e.id = l.event_id where e.name = 'webhook.switchedoff' and l.object_id = $1`,
    [late],
  );
  expect(rows).toEqual([{ detail: { why: off.switched_off_why } }]);
  expect(await namesOf(late)).toEqual([]);
  await service.client.webhook.update(late, { filter: 'name = "O%"', active: true } as never);
  await expect.poll(() => namesOf(late), soon).toEqual(['Off']);
  expect(await service.client.webhook.get(late)).toMatchObject({
    active: true,
    filter_exceeded: 0,
    switched_off_why: null,
  });
}, 60_000);

test('a webhook that is switched off or deleted before the evaluation gets nothing', async () => {
  const [off, deleted] = [
    await webhookFor('customer.created', slowFilter),
    await webhookFor('customer.created', slowFilter),
  ];
  await slow(async () => {
    await customer('Gone');
    await service.client.webhook.update(off, { active: false } as never);
    await service.client.webhook.remove(deleted);
  });
  await expect.poll(waiting, soon).toEqual([]);
  expect([await namesOf(off), await namesOf(deleted)]).toEqual([[], []]);
}, 60_000);
