import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** Lists, counts and `/progress` tell the same about where an order is. */

const config = `
carriers:
  Will Call: { plugin: will-call }
rules:
  - { name: By itself, when: source.name = "Robot", then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

const { service, shop } = await testShop({ config }, 'each');
const robot = (await shop.done('/source', { name: 'Robot' })).id;

const draft = async (values = {}) => shop.order([{ part_id: await shop.part({}, 9), qty: 2 }], values);
const issued = async (values = {}) => shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }], values);
const picked = async (values = {}) => {
  const id = await issued(values);
  await shop.through([id], 'pick');
  return id;
};
const attention = { step: 'pick', code: 'carrier.refused', detail: 'No such place.' };

const places: [string, [string, string | null, string | null], () => Promise<number>][] = [
  ['a draft', ['waiting', null, 'draft'], () => draft()],
  ['an order that is picked by hand', ['waiting', 'pick', 'hand'], () => issued()],
  ['an order that the engine picks', ['working', 'pick', null], () => issued({ source_id: robot })],
  ['an order that is picked', ['waiting', 'pack', 'hand'], () => picked()],
  [
    'an order that is short of stock',
    ['waiting', 'pick', 'stock'],
    async () => shop.issued([{ part_id: await shop.part(), qty: 1 }]),
  ],
  [
    'a draft that waits for stock',
    ['waiting', 'issue', 'stock'],
    async () => {
      const id = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
      await shop.done(`/salesorder/${id}/issue`, { when: 'possible' });
      return id;
    },
  ],
  [
    'a draft that waits for its date',
    ['waiting', 'issue', 'date'],
    async () => {
      const id = await draft();
      await shop.done(`/salesorder/${id}/issue`, { when: 'possible', not_before: '2099-01-01T00:00:00Z' });
      return id;
    },
  ],
  [
    'an order on hold',
    ['held', 'pack', 'hold'],
    async () => {
      const id = await picked();
      await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
      return id;
    },
  ],
  [
    'an order that needs a person',
    ['attention', 'pick', 'carrier.refused'],
    async () => {
      const id = await issued();
      await shop.done(`/engine/salesorder/${id}/attention`, attention);
      return id;
    },
  ],
  [
    'an order whose step is tried again',
    ['working', 'pick', null],
    async () => {
      const id = await issued();
      await shop.done(`/engine/salesorder/${id}/attention`, attention);
      await shop.done(`/salesorder/${id}/retry`);
      return id;
    },
  ],
  [
    'an order with a queued autowork',
    ['working', 'pick', null],
    async () => {
      const id = await issued();
      await shop.done(`/salesorder/${id}/autowork`, { full_auto: 1 });
      return id;
    },
  ],
  [
    'a fulfilled order',
    ['done', null, null],
    async () => {
      const id = await issued();
      await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
      return id;
    },
  ],
  [
    'a void order',
    ['done', null, null],
    async () => {
      const id = await issued();
      await shop.done(`/salesorder/${id}/void`);
      return id;
    },
  ],
];

describe.each(places)('%s', (_name, [state, step, reason], make) => {
  test(`has the state ${state} at ${step} for ${reason}, in lists as in /progress`, async () => {
    const id = await make();
    const order = await shop.see(id);
    expect(order).toMatchObject({ state, step, reason });
    expect(await shop.progress(id)).toMatchObject({ state, step, since: order.since });
    const filter = `state=${state}&step=${step}&reason=${reason}`;
    const { data } = await shop.get(`/salesorder?${filter}&sort=-since,-id&perPage=1`);
    expect(data[0].id).toBe(id);
  });
});

test('the attention of an order is served, and lists are filtered by its code', async () => {
  const id = await issued();
  await shop.done(`/engine/salesorder/${id}/attention`, { step: 'pick', code: 'carrier.away', detail: 'office: 503' });
  expect((await shop.see(id)).attention).toMatchObject({ step: 'pick', code: 'carrier.away', detail: 'office: 503' });
  const { data } = await shop.get(`/salesorder?filter=${encodeURIComponent('attention.code = "carrier.away"')}`);
  expect(data.map((order: { id: number }) => order.id)).toEqual([id]);
});

test('since is the time of the last change, which a print or a note does not move', async () => {
  const id = await issued();
  await service.sql.query("update salesorder set since = '2026-01-01T00:00:00Z' where id = $1", [id]);
  await shop.done(`/salesorder/${id}`, { note: 'Ring twice' }, 'PUT');
  expect((await shop.progress(id)).since).toBe('2026-01-01T00:00:00+00:00');
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Wait' });
  expect(Date.parse((await shop.progress(id)).since)).toBeGreaterThan(Date.now() - 60_000);
});

test('stock that arrives moves the order that waited for it, also while somebody has the order locked', async () => {
  const part = await shop.part();
  const [free, locked] = [
    await shop.issued([{ part_id: part, qty: 1 }]),
    await shop.issued([{ part_id: part, qty: 1 }]),
  ];
  const other = await service.sql.connect();
  try {
    await other.query('begin');
    await other.query('select 1 from salesorder where id = $1 for no key update', [locked]);
    const arrival = shop.stock(part, 2);
    await expect.poll(async () => (await shop.see(free)).reason).toBe('hand');
    expect(await shop.see(locked)).toMatchObject({ reason: 'stock' });
    await other.query('commit');
    await arrival;
  } finally {
    other.release();
  }
  expect(await shop.see(locked)).toMatchObject({ reason: 'hand' });
});

test('the summary counts the orders that are not done, each way', async () => {
  const source = (await shop.done('/source', { name: 'Summary' })).id;
  const carrier = await shop.carrier('Will Call');
  for (const values of [{}, {}, { carrier_id: carrier }]) await issued({ source_id: source, ...values });
  const held = await draft({ source_id: source });
  await shop.done(`/salesorder/${held}/hold`, { reason: 'Wait' });
  await service.sql.query("update salesorder set since = '2026-01-02T00:00:00Z' where id = $1", [held]);
  const done = await issued({ source_id: source });
  await shop.done(`/salesorder/${done}/void`);
  const since = expect.stringMatching(/^2/);
  const summary = await shop.get(`/salesorder/summary?filter=${encodeURIComponent('source.name = "Summary"')}`);
  expect(summary).toEqual({
    orders: 4,
    since: '2026-01-02T00:00:00+00:00',
    states: [
      { state: 'waiting', step: 'pick', reason: 'hand', orders: 3, since },
      { state: 'held', step: null, reason: 'hold', orders: 1, since: '2026-01-02T00:00:00+00:00' },
    ],
    carriers: [
      { carrier_id: null, carrier: null, orders: 3, since },
      { carrier_id: carrier, carrier: 'Will Call', orders: 1, since },
    ],
    sites: [{ site_id: shop.siteId, site: expect.any(String), orders: 4, since }],
  });
  expect(await shop.get(`/salesorder/summary?filter=${encodeURIComponent('id = 0')}`)).toMatchObject({ orders: 0 });
  const all = await shop.get('/salesorder/summary');
  const { total } = await shop.get(`/salesorder?perPage=0&filter=${encodeURIComponent('state != "done"')}`);
  expect(all.orders).toBe(total);
  expect(await shop.refused('/salesorder/summary?filter=colour', undefined, 'GET')).toBe('400 filter.invalid');
});
