import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop();
const { id: shopify } = await shop.done('/source', { name: 'Web shop' });
const { id: market } = await shop.done('/source', { name: 'Market' });
const { id: group } = await shop.done('/partgroup', { name: 'Tea' });
const create = (path: string, body: object) => service.call('POST', path, body);
const idsIn = async (query: string) => (await shop.get(query)).data.map(({ id }: { id: number }) => id);

const tea = (external_id: string, more: object = {}) => ({
  number: `TEA-${external_id}`,
  name: 'Tea',
  price: 9.5,
  group_ids: [group],
  external_ids: [{ source_id: shopify, external_id }],
  ...more,
});

test('a part that comes again is answered with 200, and with another content it is refused with the differences', async () => {
  const first = await create('/part', tea('1'));
  const second = await create('/part', tea('1', { price: '9.50', group_ids: null }));
  expect([first.status, second.status, second.body.id]).toEqual([201, 200, first.body.id]);
  const other = await create('/part', tea('1', { price: 10, group_ids: [], number: 'OTHER' }));
  expect(other.status).toBe(409);
  expect(other.body).toMatchObject({
    ...{ code: 'record.exists', id: first.body.id },
    differences: [
      { field: 'number', there: 'TEA-1', sent: 'OTHER' },
      { field: 'price', there: 9.5, sent: 10 },
      { field: 'group_ids', there: [group], sent: [] },
    ],
  });
  expect(await idsIn('/part?number=OTHER')).toEqual([]);
});

test('several sources name the same part, and each finds it', async () => {
  const { id } = (await create('/part', tea('2'))).body;
  await shop.done(`/part/${id}/externalid`, { source_id: market, external_id: 'm-2' });
  await shop.done(`/part/${id}/externalid`, { source_id: market, external_id: 'm-2-blue' });
  for (const name of ['2', 'M-2', 'm-2-blue'])
    expect(await idsIn(`/part?external_ids.external_id=${name}`)).toEqual([id]);
  const filter = (source: number) => encodeURIComponent(`external_ids[source_id = ${source} && external_id = "2"]`);
  expect(await idsIn(`/part?filter=${filter(shopify)}`)).toEqual([id]);
  expect(await idsIn(`/part?filter=${filter(market)}`)).toEqual([]);
  const { id: other } = (await create('/part', tea('3'))).body;
  expect(await shop.refused(`/part/${other}/externalid`, { source_id: market, external_id: 'M-2' })).toBe(
    '409 record.exists',
  );
  const both = [
    { source_id: shopify, external_id: '2' },
    { source_id: shopify, external_id: '3' },
  ];
  const refusal = await create('/part', tea('2', { external_ids: both }));
  expect([refusal.status, refusal.body.differences]).toEqual([
    409,
    [{ field: 'external_ids/1', there: null, sent: both[1] }],
  ]);
  const unknown = await create('/part', tea('4', { external_ids: [{ source_id: 999, external_id: '4' }] }));
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, '/external_ids/0/source_id']);
  expect((await service.call('DELETE', `/source/${market}`)).body.code).toBe('record.in-use');
  expect((await service.call('DELETE', `/part/${id}`)).status).toBe(204);
  expect((await service.call('DELETE', `/source/${market}`)).status).toBe(204);
});

test('a customer that comes again without a number is made once', async () => {
  const external_ids = [{ source_id: shopify, external_id: 'c-1' }];
  const ana = { type: 'Individual', first_name: 'Ana', last_name: 'Lopez', custom: { vip: true }, external_ids };
  const calls = Array.from({ length: 20 }, () => create('/customer', ana));
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  const [id, ...others] = new Set(answers.map(({ body }) => body.id));
  expect(others).toEqual([]);
  expect(await idsIn('/customer?external_ids.external_id=C-1')).toEqual([id]);
  const company = await create('/customer', { type: 'Company', name: 'Lopez', external_ids });
  expect(company.body.differences.map(({ field }: { field: string }) => field)).toEqual(['customertype_id', 'name']);
});

test('creates that name the same parts in any sequence make each once', async () => {
  const pair = (n: number) => ({ source_id: null, external_id: `any-${n}` });
  const calls = Array.from({ length: 60 }, (_, at) => {
    const n = at % 6;
    const pairs = [pair(n), pair(n + 10), pair(n + 20)];
    const external_ids = at % 2 ? pairs : pairs.reverse();
    return create('/part', { number: `ANY-${n}`, name: 'Any', external_ids });
  });
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(54).fill(200), ...Array(6).fill(201)]);
});
