import { beforeEach, describe, expect, test } from 'vitest';
import { untilEnd } from '../../../support/until-end.ts';
import { openShop } from '../../platform/records/shop.ts';

let [chai, tofu, rebate, coupon, freight, wrapping]: number[] = [];

const shop = await untilEnd(openShop());
const customer = await shop.make('/customer', { type: 'Company', name: 'Alfreds Futterkiste' });
chai = await shop.make('/part', { number: 'CHAI', name: 'Chai', price: '18.00' });
tofu = await shop.make('/part', { number: 'TOFU', name: 'Tofu', price: '23.25' });
rebate = await shop.make('/discount', { name: 'Rebate', level: 'line' });
coupon = await shop.make('/discount', { name: 'Coupon', level: 'order' });
freight = await shop.make('/fee', { name: 'Freight', level: 'order' });
wrapping = await shop.make('/fee', { name: 'Wrapping', level: 'line' });
beforeEach(() => shop.news());

describe('creating a whole order in one call', () => {
  test('takes lines, discounts and fees, and computes the totals', async () => {
    const { status, body } = await shop.post('/salesorder?embed=lines.discounts,lines.fees,discounts,fees,status', {
      customer_id: String(customer),
      lines: [
        { part_id: chai, qty: 10, discounts: [{ discount_id: rebate, amount: '0.50' }] },
        { part_id: tofu, qty: '2.5', unit_price: 20, fees: [{ fee_id: wrapping, amount: 2 }] },
        { linetype_id: 9, description: 'Express', unit_price: 12 },
        { linetype_id: 4, description: 'Ring twice' },
      ],
      discounts: [{ discount_id: coupon, amount: 7 }],
      fees: [{ fee_id: freight, amount: '32.38' }],
      total_tax: 1,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: `SO-${1000 + body.id}`,
      status: { name: 'Draft' },
      site_id: 1,
      priority: 3,
      issue_date: null,
      subtotal: 242,
      total_discount: 12,
      total_fee: 37.38,
      total_tax: 1,
      total: 268.38,
    });
    expect(body.lines).toMatchObject([
      { part_id: chai, qty: 10, unit_price: 18, total: 180, linetype_id: 1, discounts: [{ amount: 0.5 }], fees: [] },
      { part_id: tofu, qty: 2.5, unit_price: 20, discounts: [], fees: [{ amount: 2 }] },
      { part_id: null, qty: 1, unit_price: 12, description: 'Express' },
      { part_id: null, unit_price: 0, description: 'Ring twice' },
    ]);
    expect(body.discounts).toMatchObject([{ amount: 7, line_id: null }]);
    expect(body.fees).toMatchObject([{ amount: 32.38, line_id: null }]);
    expect(await shop.news()).toEqual([`salesorder.created ${body.id}`]);
  });

  test('any number of lines keep their order', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({ linetype_id: 4, description: `Line ${index}` }));
    const id = await shop.make('/salesorder', { customer_id: customer, lines });
    const { body } = await shop.get(`/salesorder/${id}?embed=lines`);
    expect(body.lines.map((line: { description: string }) => line.description)).toEqual(
      lines.map((line) => line.description),
    );
  });

  test('comes url-encoded as well', async () => {
    const { status, body } = await shop.service.call({
      method: 'POST',
      url: '/salesorder?embed=lines',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `customer_id=${customer}&lines[0][part_id]=${chai}&lines[0][qty]=3`,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ subtotal: 54, lines: [{ qty: 3 }] });
  });

  test.each([
    ['no customer', () => ({}), '/customer_id'],
    ['an unknown customer', () => ({ customer_id: 99999 }), '/customer_id'],
    ['an unknown part', () => ({ lines: [{ part_id: chai }, { part_id: 99999 }] }), '/lines/1/part_id'],
    ['a sale without a part', () => ({ lines: [{ qty: 1 }] }), '/lines/0/part_id'],
    ['nothing of a part', () => ({ lines: [{ part_id: chai, qty: 0 }] }), '/lines/0/qty'],
    ['an unknown type of line', () => ({ lines: [{ linetype_id: 77, part_id: chai }] }), '/lines/0/linetype_id'],
    ['an unknown discount', () => ({ discounts: [{ discount_id: 999, amount: 1 }] }), '/discounts/0/discount_id'],
    [
      'a discount of lines on the order',
      () => ({ discounts: [{ discount_id: rebate, amount: 1 }] }),
      '/discounts/0/discount_id',
    ],
    [
      'a fee of orders on a line',
      () => ({ lines: [{ part_id: chai, fees: [{ fee_id: freight, amount: 1 }] }] }),
      '/lines/0/fees/0/fee_id',
    ],
    ['an amount with ten digits', () => ({ fees: [{ fee_id: freight, amount: 1e9 }] }), '/fees/0/amount'],
    ['an unknown country', () => ({ ship_country: 'Atlantis' }), '/ship_country'],
    ['a priority beyond 5', () => ({ priority: 6 }), '/priority'],
    ['an unknown site', () => ({ site_id: 999 }), '/site_id'],
    ['an unknown carrier', () => ({ carrier_id: 999 }), '/carrier_id'],
    ['an unknown service level', () => ({ carrierservicelevel_id: 999 }), '/carrierservicelevel_id'],
  ])('%s is refused, and nothing is left behind', async (why, body, pointer) => {
    const before = (await shop.get('/salesorder?perPage=0')).body.total;
    const values = why === 'no customer' ? body() : { customer_id: customer, ...body() };
    const answer = await shop.post('/salesorder', values);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].pointer).toBe(pointer);
    expect((await shop.get('/salesorder?perPage=0')).body.total).toBe(before);
  });

  test('amounts that are too large are refused', async () => {
    const line = { part_id: chai, qty: '999999999', unit_price: '999999999' };
    const answer = await shop.post('/salesorder', { customer_id: customer, lines: [line] });
    expect(answer).toMatchObject({ status: 422, body: { code: 'body.invalid' } });
  });

  test('a number is unique without regard to case', async () => {
    await shop.make('/salesorder', { customer_id: customer, number: 'web-1' });
    const { status, body } = await shop.post('/salesorder', { customer_id: customer, number: 'WEB-1' });
    expect([status, body.code]).toEqual([409, 'record.exists']);
  });
});

describe('defaults', () => {
  test('the address is that of the type Shipping or Billing, or else the default one', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Addresses' });
    await shop.make(`/customer/${id}/address`, { city: 'Berlin', country: 'DE' });
    const plain = await shop.post('/salesorder', { customer_id: id });
    expect(plain.body).toMatchObject({ ship_to_name: 'Addresses', ship_city: 'Berlin', bill_city: 'Berlin' });
    await shop.make(`/customer/${id}/address`, {
      name: 'Dock 4',
      city: 'Hamburg',
      country: 'Germany',
      addresstype_id: 3,
    });
    const shipped = await shop.post('/salesorder', { customer_id: id });
    expect(shipped.body).toMatchObject({
      ship_to_name: 'Dock 4',
      ship_city: 'Hamburg',
      ship_country: 'DE',
      bill_to_name: 'Addresses',
      bill_city: 'Berlin',
    });
  });

  test('an address in the body is not mixed with the address of the customer', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Mixed' });
    await shop.make(`/customer/${id}/address`, { address_1: 'Obere Str. 57', city: 'Berlin', postal_code: '12209' });
    const { body } = await shop.post('/salesorder', { customer_id: id, ship_city: 'Paris', ship_country: 'france' });
    expect(body).toMatchObject({
      ship_to_name: 'Mixed',
      ship_address_1: null,
      ship_city: 'Paris',
      ship_postal_code: null,
      ship_country: 'FR',
      bill_city: 'Berlin',
    });
  });

  test('the carrier is the default one, and a service level names its carrier', async () => {
    const normal = await shop.make('/carrier', { name: 'Speedy Express', default: true });
    const other = await shop.make('/carrier', { name: 'United Package' });
    const level = await shop.make(`/carrier/${other}/servicelevel`, { name: 'Overnight' });
    const carriers = async (values: object) => {
      const { body } = await shop.post('/salesorder', { customer_id: customer, ...values });
      return body.errors ? body.errors[0].pointer : [body.carrier_id, body.carrierservicelevel_id];
    };
    expect(await carriers({})).toEqual([normal, null]);
    expect(await carriers({ carrier_id: null })).toEqual([null, null]);
    expect(await carriers({ carrierservicelevel_id: level })).toEqual([other, level]);
    expect(await carriers({ carrierservicelevel_id: level, carrier_id: normal })).toBe('/carrierservicelevel_id');
    await shop.put(`/carrier/${normal}`, { default: false });
    expect(await carriers({})).toEqual([null, null]);
  });
});

describe('cloning and deleting', () => {
  test('a clone is a new draft with everything but the number', async () => {
    const id = await shop.make('/salesorder', {
      customer_id: customer,
      note: 'Twice, please',
      total_tax: '0.1',
      lines: [
        { part_id: chai, qty: 3, discounts: [{ discount_id: rebate, amount: 1 }] },
        { part_id: tofu, qty: '0.000001', fees: [{ fee_id: wrapping, amount: 2 }] },
      ],
      discounts: [{ discount_id: coupon, amount: 7 }],
    });
    await shop.service.test.pool.query('update salesorder set status_id = 6 where id = $1', [id]);
    const clone = await shop.post(`/salesorder/${id}/clone`);
    expect(clone.status).toBe(201);
    const embed = 'embed=lines.discounts,lines.fees,discounts';
    const [{ body: old }, { body: made }] = await Promise.all([
      shop.get(`/salesorder/${id}?${embed}`),
      shop.get(`/salesorder/${clone.body.id}?${embed}`),
    ]);
    expect(made.number).toBe(`SO-${1000 + made.id}`);
    expect(made).toMatchObject({ status_id: 1, note: 'Twice, please', total: old.total, total_tax: 0.1 });
    expect(made.lines).toMatchObject([
      { part_id: chai, qty: 3, discounts: [{ amount: 1 }], fees: [] },
      { part_id: tofu, qty: 0.000001, discounts: [], fees: [{ amount: 2 }] },
    ]);
    expect(made.discounts).toMatchObject([{ amount: 7, discount_id: coupon }]);
  });

  test('a draft is deleted with its lines, and an issued order is not', async () => {
    const id = await shop.make('/salesorder', {
      customer_id: customer,
      lines: [{ part_id: chai, discounts: [{ discount_id: rebate, amount: 1 }] }],
    });
    await shop.service.test.pool.query('update salesorder set status_id = 2 where id = $1', [id]);
    const refused = await shop.remove(`/salesorder/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'order.state', state: 'Issued' } });
    await shop.service.test.pool.query('update salesorder set status_id = 1 where id = $1', [id]);
    await shop.news();
    expect((await shop.remove(`/salesorder/${id}`)).status).toBe(204);
    expect((await shop.get(`/salesorder/${id}`)).status).toBe(404);
    expect(await shop.news()).toEqual([`salesorder.deleted ${id}`]);
    expect((await shop.remove(`/salesorder/${id}`)).status).toBe(404);
  });
});
