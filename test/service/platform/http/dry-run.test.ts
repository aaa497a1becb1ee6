import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

// `Prefer: dry-run`: the answer is the one that the request would get, and nothing stays.

const { service, shop } = await testShop({}, 'each');

const dry = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, path, body, { prefer: 'handling=strict, dry-run', ...headers });

/** Everything that a committed change would leave: its events, the rows for the engine, and stored answers. */
async function traces(): Promise<unknown> {
  const { rows } = await service.sql.query(
    'select (select count(*) from event_log) as events, (select count(*) from outbox) as outbox, (select count(*) from idempotency) as answers',
  );
  return rows[0];
}

test('a record is answered as it would be created, and is not there', async () => {
  const before = await traces();
  const { status, headers, body } = await dry('POST', '/customer', {
    type: 'Company',
    name: 'Ana Traders',
    number: 'A-1',
  });
  expect([status, headers.get('preference-applied')]).toEqual([200, 'dry-run, handling=strict']);
  expect(body).toMatchObject({ number: 'A-1', name: 'Ana Traders', status_id: 1 });
  expect((await service.call('GET', `/customer/${body.id}`)).status).toBe(404);
  expect(await traces()).toEqual(before);
});

test('a refusal is the one that the request would get', async () => {
  const body = { type: 'Company', number: 'A-2' };
  const tried = await dry('POST', '/customer', body);
  const sent = await service.call('POST', '/customer', body);
  expect([tried.status, tried.body.detail, tried.body.errors]).toEqual([422, sent.body.detail, sent.body.errors]);
});

test('a change is answered as it would be, and the record stays as it was', async () => {
  const id = await shop.part({ price: 5 });
  const before = await traces();
  expect(await dry('PUT', `/part/${id}`, { price: 7 })).toMatchObject({ status: 200, body: { id, price: 7 } });
  expect(await shop.get(`/part/${id}`)).toMatchObject({ price: 5 });
  expect(await traces()).toEqual(before);
});

test('a pick is shown with its lines, and its units stay free for others', async () => {
  const part = await shop.part({}, 3);
  const order = await shop.issued([{ part_id: part, qty: 3 }]);
  const before = await traces();
  const { status, body } = await dry('POST', '/picklinebyorder', { order_id: [order] });
  expect([status, body.lines]).toEqual([200, [expect.objectContaining({ order_id: order, qty: 3 })]]);
  expect(await shop.get(`/pickline?filter=work.transactionline.transaction_id=${order}`)).toMatchObject({
    data: [{ pick_id: null }],
  });
  expect(await traces()).toEqual(before);
});

test('a dry run is not stored under its Idempotency-Key: the request with the same key is then done', async () => {
  const key = { 'idempotency-key': 'tried-first' };
  const body = { number: 'TRIED', name: 'Tried first' };
  expect((await dry('POST', '/part', body, key)).status).toBe(200);
  const { status, body: made } = await service.call('POST', '/part', body, key);
  expect([status, made.number]).toEqual([201, 'TRIED']);
});

test('a call that neither creates nor changes a record refuses the preference, and does nothing', async () => {
  const part = await shop.part({}, 3);
  const draft = await shop.order([{ part_id: part }]);
  const { status, body } = await dry('POST', `/salesorder/${draft}/issue`);
  expect([status, body.code, body.detail]).toEqual([
    400,
    'request.malformed',
    'POST /salesorder/{salesorder_id}/issue takes no "Prefer: dry-run": only calls that create or change a record do. Other dry runs are members of a body.',
  ]);
  expect(await shop.get(`/salesorder/${draft}`)).toMatchObject({ status_id: 1 });
});
