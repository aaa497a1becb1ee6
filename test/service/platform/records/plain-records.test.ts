import { describe, expect, test } from 'vitest';
import { untilEnd } from '../../../support/until-end.ts';
import { openShop } from './shop.ts';

/** Records without rules beyond those of their tables. */

const shop = await untilEnd(openShop());

describe.each([
  [
    '/carrier',
    { name: 'UPS', scac: 'UPSN', tracking_url: 'https://track.example/{tracking_number}' },
    { active: '0' },
    { active: false },
  ],
  [
    '/cartontype',
    { name: 'Box', inner_width_mm: '200', inner_length_mm: 300, inner_depth_mm: 100, max_gross_weight_g: 20000 },
    { supply: 5 },
    { supply: 5, outer_width_mm: 200, empty_weight_g: 0 },
  ],
  ['/discount', { name: 'Volume', level: 'LINE' }, { active: false }, { level: 'line', active: false }],
  ['/fee', { name: 'Freight' }, { level: 'order' }, { level: 'order', active: true }],
  ['/source', { name: 'Web', service_id: null }, { name: 'Counter' }, { name: 'Counter', service_id: null }],
  ['/service', { name: 'Marketplace' }, { name: 'Fair' }, { name: 'Fair' }],
  ['/job', { name: 'Fair 2026' }, { name: 'Fair 2027' }, { name: 'Fair 2027', customer_id: null }],
  [
    '/site',
    { name: 'North', sitetype_id: 2, country: 'the Netherlands' },
    { city: 'Utrecht' },
    { city: 'Utrecht', country: 'NL' },
  ],
  ['/location', { name: 'A-1', site_id: 1 }, { active: false }, { locationtype_id: 1, active: false }],
  ['/customergroup', { name: 'Wholesale' }, { name: 'Retail' }, { name: 'Retail' }],
  ['/partgroup', { name: 'Produce' }, { name: 'Seafood' }, { name: 'Seafood' }],
])('%s', (path, body, change, after) => {
  test('is created, read, changed and deleted', async () => {
    const created = await shop.post(path, body);
    expect(created.status).toBe(201);
    const url = `${path}/${created.body.id}`;
    expect((await shop.put(url, change)).status).toBe(200);
    expect((await shop.get(url)).body).toMatchObject(after);
    expect((await shop.get(`${path}?id=${created.body.id}`)).body).toMatchObject({ total: 1, data: [after] });
    expect((await shop.put(url, {})).status).toBe(200);
    expect((await shop.remove(url)).status).toBe(204);
    expect((await shop.remove(url)).status).toBe(404);
    expect((await shop.put(url, change)).status).toBe(404);
  });

  test('accepts null for empty fields, and its whole record as a change', async () => {
    const nulls = Object.fromEntries(
      ['active', 'default', 'level', 'sitetype_id', 'locationtype_id', 'empty_weight_g'].map((name) => [name, null]),
    );
    const created = await shop.post(path, { ...nulls, ...body, name: 'Whole record' });
    expect(created.status).toBe(201);
    const url = `${path}/${created.body.id}`;
    const { body: record, headers } = await shop.get(url);
    expect(headers.etag).toBe(created.headers.etag);
    const { updated_at, ...unchanged } = record;
    expect((await shop.put(url, record)).body).toMatchObject(unchanged);
    await shop.remove(url);
  });

  test('has a timeline with the user of each change, also after it is deleted', async () => {
    const { id } = (await shop.post(path, { ...body, name: 'Traced' })).body;
    await shop.put(`${path}/${id}`, { name: 'Traced again' });
    await shop.remove(`${path}/${id}`);
    const { body: timeline } = await shop.get(`${path}/${id}/timeline`);
    const kind = path.slice(1);
    expect(timeline.map((entry: { event: string }) => entry.event)).toEqual([
      `${kind}.created`,
      `${kind}.modified`,
      `${kind}.deleted`,
    ]);
    expect(timeline[1]).toMatchObject({ object_id: id, detail: { fields: ['name'] }, user: { id: 1 } });
    expect((await shop.get(`${path}/987654/timeline`)).status).toBe(404);
  });

  test('needs a name', async () => {
    const { status, body: refused } = await shop.post(path, { ...body, name: '' });
    expect([status, refused.errors]).toEqual([422, [{ pointer: '/name', detail: 'must not be empty' }]]);
  });
});

describe('carriers', () => {
  test('one carrier is the default, and a new default replaces it', async () => {
    const [first, second] = [
      await shop.make('/carrier', { name: 'First', default: true }),
      await shop.make('/carrier', { name: 'Second', default: 1 }),
    ];
    expect((await shop.get('/carrier?default=1')).body.data).toMatchObject([{ id: second }]);
    await shop.put(`/carrier/${first}`, { default: true });
    await shop.put(`/carrier/${first}`, { default: true });
    expect((await shop.get('/carrier?default=1')).body.data).toMatchObject([{ id: first }]);
  });

  test('service levels belong to one carrier', async () => {
    const [one, other] = [await shop.make('/carrier', { name: 'One' }), await shop.make('/carrier', { name: 'Other' })];
    const ground = await shop.make(`/carrier/${one}/servicelevel`, { name: 'Ground' });
    await shop.make(`/carrier/${other}/servicelevel`, { name: 'Ground' });
    expect((await shop.post(`/carrier/${one}/servicelevel`, { name: 'ground' })).status).toBe(409);
    expect((await shop.put(`/carrier/${one}/servicelevel/${ground}`, { name: 'Slow' })).body.name).toBe('Slow');
    expect((await shop.get(`/carrier/${one}?embed=servicelevels`)).body.servicelevels).toMatchObject([
      { name: 'Slow' },
    ]);
    expect((await shop.remove(`/carrier/${other}/servicelevel/${ground}`)).status).toBe(404);
    expect((await shop.remove(`/carrier/${one}/servicelevel/${ground}`)).status).toBe(204);
    expect((await shop.get(`/carrier/${one}/servicelevel`)).body).toEqual([]);
  });
});

describe('sites and locations', () => {
  test('a site has a contact if the body names one', async () => {
    const alone = await shop.make('/site', { name: 'Alone' });
    const staffed = await shop.make('/site', { name: 'Staffed', contact_name: 'Ana', phone: '12' });
    expect((await shop.get(`/site/${alone}?embed=contact,sitetype`)).body).toMatchObject({
      contact: null,
      sitetype: { name: 'Warehouse' },
    });
    expect((await shop.get(`/site/${staffed}?embed=contact`)).body.contact).toMatchObject({
      name: 'Ana',
      phone: '12',
      email: null,
    });
  });

  test('names of locations are unique within a site', async () => {
    const site = await shop.make('/site', { name: 'Elsewhere' });
    await shop.make('/location', { name: 'Same', site_id: 1 });
    expect((await shop.post('/location', { name: 'same', site_id: 1 })).status).toBe(409);
    expect((await shop.post('/location', { name: 'same', site_id: site })).status).toBe(201);
    expect((await shop.remove(`/site/${site}`)).body.code).toBe('record.in-use');
  });

  test('no request creates a carton location', async () => {
    const { status, body } = await shop.post('/location', { name: 'Carton', site_id: 1, locationtype_id: 3 });
    expect([status, body.errors[0].pointer]).toEqual([422, '/locationtype_id']);
  });
});

test('a source is identified by its name and its service', async () => {
  const [a, b] = [await shop.make('/service', { name: 'A' }), await shop.make('/service', { name: 'B' })];
  await shop.make('/source', { name: 'Shop', service_id: a });
  expect((await shop.post('/source', { name: 'Shop', service_id: String(b) })).status).toBe(201);
  expect((await shop.post('/source', { name: 'SHOP', service_id: b })).status).toBe(409);
  for (const service_id of ['shop-7', 4711]) {
    const { status, body } = await shop.post('/source', { name: 'Lost', service_id });
    expect([status, body.errors[0].pointer]).toEqual([422, '/service_id']);
  }
  const filter = encodeURIComponent(`service.name = "b" && service_id = ${b}`);
  const { body } = await shop.get(`/source?filter=${filter}&embed=service`);
  expect(body.data).toMatchObject([{ service_id: b, service: { id: b, name: 'B' } }]);
  expect((await shop.remove(`/service/${b}`)).status).toBe(409);
});

test('an active moving location of a site is the only one', async () => {
  const site = await shop.make('/site', { name: 'One cart' });
  const moving = { site_id: site, locationtype_id: 2 };
  const first = await shop.make('/location', { ...moving, name: 'Cart' });
  const second = await shop.post('/location', { ...moving, name: 'Cart 2' });
  expect([second.status, second.body.code, second.body.detail]).toEqual([
    409,
    'record.exists',
    `Site One cart has the moving location Cart (id ${first}) already, and a site has one. Change its name, or deactivate it first.`,
  ]);
  // The database refuses it, too, and so of two requests at once one succeeds.
  await expect(
    shop.service.test.pool.query("insert into location (site_id, locationtype_id, name) values ($1, 2, 'Cart 3')", [
      site,
    ]),
  ).rejects.toThrow('location_moving');
  await shop.put(`/location/${first}`, { active: false });
  await shop.make('/location', { ...moving, name: 'Cart 2' });
  const again = await shop.put(`/location/${first}`, { active: true });
  expect([again.status, again.body.code]).toEqual([409, 'record.exists']);
});

test('a job of an unknown customer is refused', async () => {
  const { status, body } = await shop.post('/job', { name: 'Lost', customer_id: 4711 });
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'reference.unknown', '/customer_id']);
});

test('a change of a quote replaces all its lines', async () => {
  const customer_id = await shop.make('/customer', { type: 'Company', name: 'Quoted' });
  const part_id = await shop.make('/part', { number: 'Q', name: 'Q', price: 3 });
  const { status, body } = await shop.post('/quote?embed=lines', {
    customer_id,
    lines: [{ part_id, qty: 2 }, { linetype_id: 4 }],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    number: `Q-${body.id}`,
    lines: [
      { qty: 2, unit_price: 3 },
      { linetype_id: 4, part_id: null },
    ],
  });
  await shop.put(`/quote/${body.id}`, { lines: [{ part_id, unit_price: '2.5' }] });
  expect((await shop.get(`/quote/${body.id}/line`)).body).toMatchObject([{ qty: 1, unit_price: 2.5 }]);
  expect((await shop.post('/quote', { customer_id, lines: [{ part_id: 9999 }] })).status).toBe(422);
  expect((await shop.remove(`/quote/${body.id}`)).status).toBe(204);
});

test('lines of a quote can be written one by one', async () => {
  const customer = await shop.make('/customer', { type: 'Company', name: 'Quoted' });
  const [tea, cup] = [
    await shop.make('/part', { number: 'Q-TEA', name: 'Tea', price: 9.5 }),
    await shop.make('/part', { number: 'Q-CUP', name: 'Cup', price: 4 }),
  ];
  const quote = await shop.make('/quote', { customer_id: customer });
  const line = await shop.make(`/quote/${quote}/line`, { part_id: tea, qty: '2' });
  const url = `/quote/${quote}/line/${line}`;
  expect((await shop.get(url)).body).toMatchObject({ quote_id: quote, linetype_id: 1, qty: 2, unit_price: 9.5 });
  expect((await shop.put(url, { qty: 3 })).body).toMatchObject({ part_id: tea, qty: 3, unit_price: 9.5 });
  expect((await shop.put(url, { part_id: cup })).body).toMatchObject({ part_id: cup, qty: 3, unit_price: 4 });
  expect((await shop.put(url, { part_id: tea, unit_price: 1 })).body).toMatchObject({ part_id: tea, unit_price: 1 });
  expect((await shop.put(url, (await shop.get(url)).body)).body).toMatchObject({ qty: 3, unit_price: 1 });
  expect((await shop.post(`/quote/${quote}/line`, { part_id: 987_654 })).status).toBe(422);
  expect((await shop.post('/quote/987654/line', { part_id: tea })).status).toBe(404);
  const other = await shop.make('/quote', { customer_id: customer });
  expect((await shop.remove(`/quote/${other}/line/${line}`)).status).toBe(404);
  expect((await shop.remove(url)).status).toBe(204);
  expect((await shop.get(`/quote/${quote}/line`)).body).toEqual([]);
});
