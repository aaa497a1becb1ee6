import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';
import type { Reply } from '../../support/test-service.ts';

/** Requests of one user that come at the same time share transactions: the first one is alone, the others wait for its end. */

const { service, shop } = await testShop(
  {
    config: `rules:
  - { name: Checked, when: note = "checked", then: { hold: Check it } }
  - { name: Picked at once, when: note = "at once", then: { create_pick: true } }`,
  },
  'each',
);

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly key?: string;
}

/** Sends requests at the same time, each with a key and a request id of its own. @returns the answers with the request ids */
async function sendAtOnce(requests: readonly Sent[]): Promise<(Reply & { request: string })[]> {
  return Promise.all(
    requests.map(async ({ path, body, key = randomUUID() }) => {
      const request = randomUUID();
      const reply = await service.call('POST', path, body, { 'idempotency-key': key, 'x-request-id': request });
      return { ...reply, request };
    }),
  );
}

const draft = (lines: readonly object[], more: object = {}): Sent => ({
  path: '/salesorder',
  body: {
    customer_id: shop.customerId,
    ...{
      ship_to_name: 'Alfreds',
      ship_address_1: 'Obere Str. 57',
      ship_city: 'Berlin',
      ship_postal_code: '10115',
      ship_country: 'Germany',
    },
    lines,
    ...more,
  },
});
const issue = (id: number, more: Partial<Sent> = {}): Sent => ({ path: `/salesorder/${id}/issue`, body: {}, ...more });

/** Returns the number of transactions that wrote these orders last. */
async function transactionsOf(ids: readonly number[]): Promise<number> {
  const { rows } = await service.sql.query<{ count: string }>(
    'select count(distinct xmin::text) from salesorder where id = any($1::bigint[])',
    [ids],
  );
  return Number(rows[0]?.count);
}

/** Returns the request of the first event of this name in the timeline of an order. */
async function requestOf(id: number, event: string): Promise<string | undefined> {
  const { rows } = await service.sql.query<{ request_id: string }>(
    'select l.request_id from event_log l join event e on e.id = l.event_id where e.name = $2 and $1 = any(l.order_ids)',
    [id, event],
  );
  return rows[0]?.request_id;
}

test('drafts that are created at the same time share transactions, and each has its own answer', async () => {
  const parts = [await shop.part({ price: 2 }), await shop.part({ price: '3.25' })];
  const discount = await shop.done('/discount', { name: `Rebate ${randomUUID()}`, level: 'any' });
  const requests = Array.from({ length: 12 }, (_, at) => {
    const lines = parts.map((part_id) => ({
      part_id,
      qty: at + 1,
      discounts: [{ discount_id: discount.id, amount: 0.5 }],
    }));
    return draft(lines, { note: `order ${at}`, discounts: [{ discount_id: discount.id, amount: at }] });
  });
  // On a busy machine they may come one after the other, so that none has company.
  let replies = await sendAtOnce(requests);
  const transactions = () => transactionsOf(replies.map(({ body }) => body.id));
  for (let round = 1; round < 5 && (await transactions()) >= 6; round += 1) replies = await sendAtOnce(requests);
  expect(replies.map(({ status }) => status)).toEqual(requests.map(() => 201));
  expect(await transactions()).toBeLessThan(6);
  for (const [at, { body, headers, request }] of replies.entries()) {
    const read = await service.call('GET', `/salesorder/${body.id}`);
    expect(body).toEqual(read.body);
    expect(headers.get('etag')).toBe(read.headers.get('etag'));
    expect(body).toMatchObject({
      note: `order ${at}`,
      number: `SO-${1000 + body.id}`,
      ship_postal_code: '10115',
      ship_country: 'DE',
    });
    const [subtotal, reduced] = [(at + 1) * 5.25, at + (at + 1) * 1];
    expect([body.subtotal, body.total_discount, body.total]).toEqual([subtotal, reduced, subtotal - reduced]);
    expect((await shop.see(body.id)).lines.map((line: { qty: number }) => line.qty)).toEqual([at + 1, at + 1]);
    expect(await requestOf(body.id, 'salesorder.created')).toBe(request);
  }
});

test('a draft that is refused has its own refusal, and the others are created', async () => {
  const part = await shop.part();
  const number = `N-${randomUUID()}`;
  const good = () => draft([{ part_id: part, qty: 1 }]);
  const replies = await sendAtOnce([
    ...[good(), good(), draft([{ part_id: 999_999, qty: 1 }]), good()],
    ...[draft([], { customer_id: 999_999 }), good(), draft([], { ship_country: 'Nowhere' }), good()],
    ...[draft([], { number }), draft([], { number }), draft([], { site_id: 999_999 })],
  ]);
  const outcomes = replies.map(({ status, body }) =>
    status === 201 ? 'created' : `${body.code} ${body.errors?.[0]?.pointer}`,
  );
  expect(outcomes.slice(0, 8)).toEqual([
    ...['created', 'created', 'reference.unknown /lines/0/part_id', 'created'],
    ...['reference.unknown /customer_id', 'created', 'reference.unknown /ship_country', 'created'],
  ]);
  expect(outcomes.slice(8, 10).filter((outcome) => outcome === 'created')).toHaveLength(1);
  expect(replies[10]?.status).toBe(422);
});

test('a request that is sent twice at the same time is done once', async () => {
  const part = await shop.part();
  const key = randomUUID();
  const twice = [1, 2].map(() => ({ ...draft([{ part_id: part, qty: 1 }]), key }));
  const replies = await sendAtOnce([draft([]), ...twice, draft([]), ...twice]);
  const done = replies.filter(({ status }) => status === 201);
  expect(new Set(done.map(({ body }) => body.id)).size).toBe(3);
  expect(replies.filter(({ status }) => status !== 201).every(({ body }) => body.code === 'idempotency.running')).toBe(
    true,
  );
  const [again] = await sendAtOnce(twice.slice(0, 1));
  expect([again?.status, again?.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
});

test('orders that are issued at the same time share transactions, and each refusal is its own', async () => {
  const plenty = await shop.part({}, 100);
  const scarce = await shop.part({}, 1);
  const order = (part_id: number, qty: number, more = {}) => shop.order([{ part_id, qty }], more);
  const good = await Promise.all(Array.from({ length: 8 }, () => order(plenty, 2)));
  const [short, held, twice] = [await order(scarce, 5), await order(plenty, 1), await order(plenty, 1)];
  const checked = await order(plenty, 1, { note: 'checked' });
  await shop.done(`/salesorder/${held}/hold`, { reason: 'Credit check' });
  const sent = [...good.slice(0, 4), short, held, 999_999, twice, twice, checked, ...good.slice(4)];
  const replies = await sendAtOnce(sent.map((id) => issue(id)));
  const outcomes = replies.map(({ status, body }) =>
    status === 200 ? 'issued' : `${status} ${body.warnings?.[0]?.code ?? body.code}`,
  );
  expect(outcomes.slice(4, 10)).toEqual([
    '428 stock.short',
    '428 order.held',
    '404 record.unknown',
    'issued',
    'issued',
    'issued',
  ]);
  expect([...outcomes.slice(0, 4), ...outcomes.slice(10)]).toEqual(good.map(() => 'issued'));
  expect(await transactionsOf(good)).toBeLessThan(5);
  for (const { body, status, request } of replies.slice(0, 4)) {
    expect([status, body]).toEqual([200, (await service.call('GET', `/salesorder/${body.id}`)).body]);
    expect(await requestOf(body.id, 'salesorder.issued')).toBe(request);
    expect(await shop.status(body.id)).toBe('Issued');
  }
  const events: { event: { name: string } }[] = await shop.get(`/salesorder/${twice}/timeline`);
  expect(JSON.stringify(events).split('salesorder.issued').length).toBe(2);
  const { rows } = await service.sql.query<{ workflow_id: string; request_id: string }>(
    `select workflow_id, request_id from outbox where kind = 'start' and workflow_id = any($1)`,
    [good.map((id) => `order/${id}`)],
  );
  if (rows.length > 0) expect(new Set(rows.map((row) => row.request_id)).size).toBe(rows.length);
});

test('orders that get a pick at once share transactions, too, and each pick belongs to its request', async () => {
  const part = await shop.part({}, 100);
  const orders = Array.from({ length: 8 }, () => shop.order([{ part_id: part, qty: 1 }], { note: 'at once' }));
  const ids = await Promise.all(orders);
  const replies = await sendAtOnce(ids.map((id) => issue(id)));
  expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect(await transactionsOf(ids)).toBeLessThan(5);
  for (const { body, request } of replies) {
    expect((await shop.see(body.id, 'picks')).picks).toHaveLength(1);
    expect(await requestOf(body.id, 'pick.created')).toBe(request);
  }
});

test('webhooks receive the orders that are issued together as their answers show them, each with its own request', async () => {
  const part = await shop.part({}, 100);
  const [event] = (await shop.get('/event?name=salesorder.issued')).data;
  const { id: webhook } = await shop.done('/webhook', { url: 'https://example.com/hook', event_ids: [event.id] });
  const ids = await Promise.all(Array.from({ length: 6 }, () => shop.order([{ part_id: part, qty: 1 }])));
  const replies = await sendAtOnce(ids.map((id) => issue(id)));
  const { rows } = await service.sql.query<{ body: { id: number }; request_id: string | null }>(
    `select d.body::json as body, a.request_id from webhookdelivery d
    join webhookattempt a on a.webhookdelivery_id = d.id where d.webhook_id = $1`,
    [webhook],
  );
  expect(rows).toHaveLength(6);
  for (const { body, request } of replies) {
    const delivery = rows.find((row) => row.body.id === body.id);
    expect(delivery?.body).toMatchObject({ state: body.state, step: 'pick', reason: body.reason, status_id: 2 });
    expect(delivery?.request_id).toBe(request);
  }
});

test('issues at the same time share out the stock that there is, and never more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 0, max: 20 }),
      async (quantities, stock) => {
        const part = await shop.part({}, stock);
        const ids: number[] = [];
        for (const qty of quantities) ids.push(await shop.order([{ part_id: part, qty }]));
        const replies = await sendAtOnce(ids.map((id) => issue(id)));
        const issued = quantities.filter((_, at) => replies[at]?.status === 200);
        const left = stock - issued.reduce((sum, qty) => sum + qty, 0);
        expect(left).toBeGreaterThanOrEqual(0);
        for (const [at, { status, body }] of replies.entries()) {
          if (status !== 200) expect([status, body.warnings?.[0]?.code]).toEqual([428, 'stock.short']);
          if (status !== 200) expect(quantities[at]).toBeGreaterThan(left);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('connections that are lost meanwhile make nothing twice and lose nothing', async () => {
  const part = await shop.part({}, 1_000);
  for (let round = 0; round < 4; round++) {
    const note = randomUUID();
    const created = await untilDone(
      Array.from({ length: 12 }, () => ({ ...draft([{ part_id: part, qty: 1 }], { note }), key: randomUUID() })),
    );
    const ids = created.map(({ body }) => body.id);
    await untilDone(ids.map((id) => issue(id, { key: randomUUID() })));
    const { rows } = await service.sql.query<{ orders: number; issued: number; events: number }>(
      `select count(*) as orders, count(*) filter (where o.status_id = 2) as issued,
        (select count(*) from event_log l join event e on e.id = l.event_id
          where e.name = 'salesorder.issued' and l.order_ids <@ array_agg(o.id) and l.order_ids <> '{}') as events
      from salesorder o where o.note = $1`,
      [note],
    );
    expect(rows[0]).toEqual({ orders: 12, issued: 12, events: 12 });
  }
});

/** Sends requests at once while connections to the database are ended, and again until each is answered. */
async function untilDone(requests: readonly Sent[]): Promise<Reply[]> {
  const ending = (async () => {
    for (let times = 0; times < 3; times++) {
      await pause(Math.random() * 25);
      await service.sql.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
    }
  })();
  const replies: Reply[] = await sendAtOnce(requests);
  await ending;
  for (const [at, request] of requests.entries()) {
    for (let tries = 0; (replies[at]?.status ?? 500) >= 400 && tries < 20; tries++) {
      await pause(20);
      replies.splice(at, 1, ...(await sendAtOnce([request])));
    }
  }
  expect(replies.filter(({ status }) => status >= 300)).toEqual([]);
  return replies;
}
