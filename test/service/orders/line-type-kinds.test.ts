import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/**
 * The kinds of records whose lines have line types. Each kind has addresses of its own: of its list, of a record, of the lines and of its verbs.
 * A further kind belongs into the table of this test.
 */

const { service, shop } = await testShop();
const part_id = await shop.part({ price: 10 }, 1_000);
const cartontype_id = await shop.cartontype();
const other = (await shop.done('/site', { name: 'Leeds', country: 'GB', city: 'Leeds' })).id;

const ofOrders =
  'automatic autowork byhand change clone closeshort drive hold issue release replan retry skip unissue void'.split(
    ' ',
  );
const viewsOfOrders = ['plan', 'progress', 'replanned', 'timeline'];
const lines = [{ part_id, qty: 2 }];

interface Kind {
  /** Makes a record that can be changed and deleted. @returns its id */
  make(): Promise<number>;
  /** The changes that the record takes: none for a record that operations make. */
  readonly change?: object;
  /** A further line, and its change. A kind whose lines other calls make has none. */
  readonly line?: readonly [made: object, changed: object];
  /** Whether `DELETE` removes the record. A pickup is undone instead. */
  readonly keeps?: true;
  /** Whether the types of its lines are listed below it, too. */
  readonly types?: true;
  readonly verbs: readonly string[];
  readonly views?: readonly string[];
}

const draft = (kind: string, values: object) => async () => (await shop.done(`/${kind}`, { ...values, lines })).id;
const upTo = async (...tasks: ('pick' | 'pack' | 'ship' | 'pickup')[]) => {
  const id = await shop.issued(lines);
  await shop.through([id], ...tasks);
  return id;
};
const changed = { note: 'Before noon' };
const line = [{ part_id }, { qty: 3 }] as const;
const kinds: Readonly<Record<string, Kind>> = {
  salesorder: {
    ...{ make: draft('salesorder', { customer_id: shop.customerId }), change: changed, line, types: true },
    ...{ verbs: [...ofOrders, 'carrier'], views: viewsOfOrders },
  },
  quote: {
    ...{ make: draft('quote', { customer_id: shop.customerId }), change: { total_tax: 1 }, line, types: true },
    ...{ verbs: ['convert'], views: ['timeline'] },
  },
  transferorder: {
    ...{ make: draft('transferorder', { to_site_id: other }), change: changed, line, types: true },
    ...{ verbs: [...ofOrders, 'carrier'], views: viewsOfOrders },
  },
  useorder: {
    ...{ make: draft('useorder', { purpose: 'Repair' }), change: changed, line, types: true },
    ...{ verbs: ofOrders, views: viewsOfOrders },
  },
  returnorder: {
    make: async () => {
      const salesorder_id = await upTo('pick', 'pack', 'ship', 'pickup');
      const [{ id: line_id }] = await shop.get(`/salesorder/${salesorder_id}/line`);
      return (await shop.done('/returnorder', { salesorder_id, lines: [{ line_id, qty: 1 }] })).id;
    },
    ...{ change: { reason: 'Too small' }, types: true, views: ['label', 'putaway', 'timeline'] },
    verbs: [
      ...[
        'authorise',
        'cancel',
        'close',
        'exchange',
        'fetchlabel',
        'inspect',
        'printlabel',
        'receive',
        'refuse',
        'track',
      ],
    ],
  },
  pick: {
    make: async () => (await shop.done('/picklinebyorder', { order_id: [await upTo()] })).id,
    verbs: ['finish', 'join', 'leave'],
  },
  pack: {
    make: async () => (await shop.done('/packlinebyorder', { order_id: [await upTo('pick')] })).id,
    ...{ verbs: ['autopack', 'finish', 'join', 'leave', 'moveitem'], views: ['labels', 'parcels'] },
  },
  ship: {
    make: async () => (await shop.done('/shiplinebyorder', { order_id: [await upTo('pick', 'pack')] })).id,
    ...{ verbs: ['finish'], views: ['labels'] },
  },
  pickup: {
    make: async () => (await shop.see(await upTo('pick', 'pack', 'ship', 'pickup'), 'pickups')).pickups[0].id,
    ...{ keeps: true, verbs: ['undo'] },
  },
};

const { paths } = (await service.call('GET', '/openapi.json')).body;
const unknown = 999_999_999;
const call = async (method: string, path: string, body?: object) => {
  const { status, body: answer } = await service.call(method, path, body);
  return { status, code: answer?.code, answer };
};

test('each kind that supports line types has its addresses in this test', async () => {
  const { data } = await shop.get('/object?can_linetype=1&sort=id');
  expect(data.map(({ name }: { name: string }) => name)).toEqual(Object.keys(kinds));
});

describe.each(Object.entries(kinds))('%s', (kind, { make, change, line, keeps, types, verbs, views = [] }) => {
  test('its records are listed, read, changed and deleted', async () => {
    const id = await make();
    const listed = await call('GET', `/${kind}?id=${id}`);
    expect(listed).toMatchObject({ status: 200, answer: { total: 1, data: [{ id }] } });
    expect(await call('GET', `/${kind}/${id}?embed=lines`)).toMatchObject({ status: 200, answer: { id } });
    expect(await call('GET', `/${kind}/${unknown}`)).toMatchObject({ status: 404, code: 'record.unknown' });
    expect(await call('PUT', `/${kind}/${id}`, change)).toMatchObject(
      change ? { status: 200, answer: { id, ...change } } : { status: 405 },
    );
    if (keeps) return;
    expect((await call('DELETE', `/${kind}/${id}`)).status).toBe(204);
    expect(await call('GET', `/${kind}/${id}`)).toMatchObject({ status: 404, code: 'record.unknown' });
  });

  test('its lines have addresses', async () => {
    const id = await make();
    const below = `/${kind}/${id}/line`;
    const [first] = (await call('GET', below)).answer;
    expect(await call('GET', `${below}/${first.id}`)).toMatchObject({ status: 200, answer: { id: first.id } });
    if (!line) return expect((await call('POST', below, {})).status).toBe(405);
    const made = await call('POST', below, line[0]);
    expect(made).toMatchObject({ status: 201, answer: line[0] });
    const own = `${below}/${made.answer.id}`;
    expect(await call('PUT', own, line[1])).toMatchObject({ status: 200, answer: line[1] });
    expect((await call('DELETE', own)).status).toBe(204);
    expect((await call('GET', below)).answer).toHaveLength(1);
  });

  test('the types of its lines are listed with those of all kinds', async () => {
    const filter = encodeURIComponent(`object.name = "${kind}"`);
    const { data } = await shop.get(`/reflinktype/linetype?filter=${filter}&embed=linetype&sort=linetype_id`);
    const names = data.map(({ linetype }: { linetype: { name: string } }) => linetype.name);
    expect(names).toContain('Sale');
    if (!types) return;
    const own = (await shop.get(`/${kind}/linetype?sort=id`)).data;
    expect(own.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  test('its verbs and views answer, and the description has no others', async () => {
    const below = new RegExp(`^/${kind}/\\{\\w+\\}/(\\w+)$`);
    const described = Object.entries<Record<string, object>>(paths).flatMap(([path, methods]) => {
      const [, word] = below.exec(path) ?? [];
      return word ? [{ word, methods: Object.keys(methods).sort().join(' ') }] : [];
    });
    const withMethods = (methods: string) => described.filter((one) => one.methods === methods).map(({ word }) => word);
    expect(withMethods('post').sort()).toEqual([...verbs].sort());
    expect(
      withMethods('get')
        .filter((word) => word !== 'line')
        .sort(),
    ).toEqual([...views].sort());
    for (const verb of verbs) {
      const { status, code } = await call('POST', `/${kind}/${unknown}/${verb}`, { lines: [] });
      expect([verb, status, code]).toEqual([
        verb,
        ...(code === 'body.invalid' ? [422, code] : [404, 'record.unknown']),
      ]);
    }
    const id = await make();
    // A draft has no replanning, and a list of work without carriers no labels.
    for (const view of views)
      expect([view, [200, 404, 409].includes((await call('GET', `/${kind}/${id}/${view}`)).status)]).toEqual([
        view,
        true,
      ]);
  });
});

test('the records of other calls are made there: a pack has a carton for its units', async () => {
  const { id } = await shop.done('/packlinebyorder', { order_id: [await upTo('pick')] });
  expect(await call('POST', `/pack/${id}/carton`, { cartontype_id })).toMatchObject({ status: 201 });
  for (const kind of ['pick', 'pack', 'ship']) expect((await call('POST', `/${kind}`, {})).status).toBe(405);
});
