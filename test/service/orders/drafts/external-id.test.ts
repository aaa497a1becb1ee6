import { describe, expect, test } from 'vitest';
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

describe('of the other records', () => {
  const site = async () => {
    const address = { address_1: '5 Low Street', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' };
    return (await shop.done('/site', { name: 'Leeds', sitetype_id: 1, ...address })).id;
  };
  const delivered = async () => {
    const id = await shop.issued([{ part_id, qty: 2 }]);
    await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
    return { id, line_id: (await shop.see(id, 'lines')).lines[0].id };
  };
  const lines = [{ part_id, qty: 2 }];
  const bodies: [path: string, body: () => Promise<object>, changed: object, field: string][] = [
    ['/transferorder', async () => ({ to_site_id: await site(), lines }), { note: 'Fast' }, 'note'],
    ['/useorder', async () => ({ purpose: 'Repair', lines }), { lines: [{ part_id, qty: 3 }] }, 'lines/0/qty'],
    ['/receipt', async () => ({ supplier: 'Ana', lines }), { supplier: 'Tom' }, 'supplier'],
    [
      '/returnorder',
      async () => {
        const { id, line_id } = await delivered();
        return { salesorder_id: id, lines: [{ line_id, qty: 1, condition: 'new' }] };
      },
      { reason: 'Too small' },
      'reason',
    ],
  ];

  test.each(bodies)(
    '%s has one record of a pair, and refuses another content',
    async (path, bodyOf, changed, field) => {
      const body = { source_id, external_id: 'E-1', ...(await bodyOf()) };
      const first = await service.call('POST', path, body);
      const again = await service.call('POST', path, body);
      expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
      expect((await shop.get(`${path}?external_id=e-1&source_id=${source_id}`)).data).toMatchObject([
        { id: first.body.id },
      ]);
      // Capitals make no difference.
      expect((await service.call('POST', path, { ...body, external_id: 'e-1' })).status).toBe(200);
      const other = await service.call('POST', path, { ...body, ...changed });
      expect(other).toMatchObject({ status: 409, body: { code: 'record.exists', id: first.body.id } });
      expect(other.body.differences).toMatchObject([{ field }]);
      const fields = { ...body, external_id: 'E-2', source_id: null };
      if (path !== '/returnorder') expect((await service.call('POST', path, fields)).status).toBe(201);
    },
  );

  test('a source counts transfer orders apart from sales orders', async () => {
    const sales = await create(order('S-9'));
    const used = await service.call('POST', '/useorder', { purpose: 'Repair', source_id, external_id: 'S-9' });
    expect([sales.status, used.status]).toEqual([201, 201]);
    expect((await shop.get('/useorder?external_id=S-9')).data).toMatchObject([{ id: used.body.id }]);
    expect((await shop.get('/salesorder?external_id=S-9')).data).toMatchObject([{ id: sales.body.id }]);
  });

  test('100 creates of 20 receipts and use orders at once make 20 of each', async () => {
    for (const [path, body] of [
      ['/receipt', { supplier: 'Ana' }],
      ['/useorder', { purpose: 'Repair' }],
    ] as const) {
      const calls = Array.from({ length: 100 }, (_, at) =>
        service.call('POST', path, { ...body, source_id, external_id: `at-once-${at % 20}` }),
      );
      const answers = await Promise.all(calls);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
    }
  });
});

test('an alias of a receipt is compared in units of its parent', async () => {
  const alias = await shop.done('/part', {
    number: 'BOX-6',
    name: 'Box',
    parttype_id: 4,
    parent_part_id: part_id,
    parent_qty: 6,
  });
  const body = { external_id: 'alias', lines: [{ part_id: alias.id, qty: 2 }] };
  const first = await service.call('POST', '/receipt', body);
  expect((await shop.get(`/receipt/${first.body.id}?embed=lines`)).lines).toMatchObject([{ part_id, qty: 12 }]);
  expect((await service.call('POST', '/receipt', body)).status).toBe(200);
  expect((await service.call('POST', '/receipt', { ...body, lines: [{ part_id, qty: 12 }] })).status).toBe(200);
});

test('a line keeps its external id when another field of it is changed', async () => {
  const { body } = await create(order('5', { lines: [{ part_id, external_id: 'l-1' }] }));
  const [{ id }] = await shop.get(`/salesorder/${body.id}/line`);
  const change = (values: object) => shop.done(`/salesorder/${body.id}/line/${id}`, values, 'PUT');
  expect(await change({ qty: 3 })).toMatchObject({ qty: 3, external_id: 'l-1' });
  expect(await change({ external_id: null })).toMatchObject({ external_id: null });
});
