import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop();
const { id: source_id } = await shop.done('/source', { name: 'Web shop' });
const { id: other } = await shop.done('/source', { name: 'Market' });
const { id: customer_id } = await shop.done('/customer', { type: 'Company', name: 'Ana' });
const part_id = await shop.part({ price: 9.5 }, 100);

const order = (external_id: string, more: object = {}) => ({ customer_id, source_id, external_id, ...more });
const create = (body: object) => service.call('POST', '/salesorder', body);

test('an order that comes again is answered with 200', async () => {
  const lines = [{ part_id, qty: 2, external_id: 'l-1', discounts: [] }];
  const body = order('1', { lines, total_tax: 1.5, custom: { gift: true }, ship_country: 'Germany' });
  const first = await create(body);
  const second = await create(body);
  expect([first.status, second.status, second.body.id]).toEqual([201, 200, first.body.id]);
  expect((await shop.get('/salesorder?external_id=1')).data).toMatchObject([{ id: first.body.id, external_id: '1' }]);
  // Another source may have the same id, and so may orders without a source.
  expect((await create({ ...body, source_id: other })).status).toBe(201);
  expect((await create({ ...body, source_id: null })).status).toBe(201);
  expect((await create({ ...body, source_id: null })).status).toBe(200);
});

test('an order that comes again with another content is refused with the differences', async () => {
  const line = { part_id, qty: 2 };
  const { body } = await create(order('2', { note: 'Ring twice', lines: [line] }));
  const changed = await create(order('2', { note: 'Knock', priority: 3, lines: [{ part_id, qty: 3 }] }));
  expect(changed.status).toBe(409);
  expect(changed.body).toMatchObject({
    ...{ code: 'record.exists', id: body.id },
    differences: [
      { field: 'note', there: 'Ring twice', sent: 'Knock' },
      { field: 'lines/0/qty', there: 2, sent: 3 },
    ],
  });
  const longer = await create(order('2', { lines: [line, line] }));
  expect(longer.body.differences).toEqual([{ field: 'lines', there: 1, sent: 2 }]);
});

test('200 creates of 50 orders at once make 50 orders', async () => {
  const calls = Array.from({ length: 200 }, (_, index) =>
    create(order(`many-${index % 50}`, { lines: [{ part_id }] })),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(150);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(50);
});

test('an order that has ended takes an external id', async () => {
  const id = await shop.issued([{ part_id, qty: 1 }]);
  expect((await service.call('POST', `/salesorder/${id}/void`, {})).status).toBe(200);
  expect(await shop.done(`/salesorder/${id}`, { external_id: 'old-1' }, 'PUT')).toMatchObject({ external_id: 'old-1' });
  expect((await create({ customer_id, external_id: 'OLD-1' })).body.id).toBe(id);
});

test('a copy of an order has no external id, and a change to one that is taken is refused', async () => {
  const { body } = await create(order('3', { lines: [{ part_id, external_id: 'l-1' }] }));
  expect(await shop.done(`/salesorder/${body.id}/clone`, {})).toMatchObject({ external_id: null });
  const { id } = await shop.done('/salesorder', order('4'));
  const { status, body: refusal } = await service.call('PUT', `/salesorder/${id}`, { external_id: '3' });
  expect([status, refusal.code]).toEqual([409, 'record.exists']);
});
