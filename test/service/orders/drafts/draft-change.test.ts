import { beforeEach, describe, expect, test } from 'vitest';
import { untilEnd } from '../../../support/until-end.ts';
import { openShop } from '../../platform/records/shop.ts';

let [customer, chai, tofu, any]: number[] = [];
let id: number;

const shop = await untilEnd(openShop());
customer = await shop.make('/customer', { type: 'Company', name: 'Bólido Comidas' });
chai = await shop.make('/part', { number: 'CHAI', name: 'Chai', price: 18 });
tofu = await shop.make('/part', { number: 'TOFU', name: 'Tofu', price: 23 });
any = await shop.make('/discount', { name: 'Any' });
beforeEach(async () => {
  id = await shop.make('/salesorder', { customer_id: customer, lines: [{ part_id: chai, qty: 2 }] });
  await shop.news();
});

const become = (status: number) =>
  shop.service.test.pool.query('update salesorder set status_id = $1 where id = $2', [status, id]);
const amounts = async () => {
  const { subtotal, total_discount, total_fee, total } = (await shop.get(`/salesorder/${id}`)).body;
  return [subtotal, total_discount, total_fee, total];
};
const [draft, issued, inProgress, fulfilled] = [1, 2, 3, 4] as const;

describe('changing an order', () => {
  test.each([
    ['priority', '1', [draft, issued, inProgress]],
    ['note', 'Call first', [draft, issued, inProgress]],
    ['bill_city', 'Madrid', [draft, issued, inProgress]],
    ['ship_city', 'Madrid', [draft, issued, inProgress]],
    ['ship_to_name', 'Somebody', [draft, issued, inProgress]],
    ['number', 'N-1', [draft]],
    ['total_tax', '0.5', [draft]],
  ] as [string, string, number[]][])('%s may become %j in the states %j alone', async (field, value, states) => {
    for (const status of [draft, issued, inProgress, fulfilled]) {
      const other = await shop.make('/salesorder', { customer_id: customer });
      await shop.service.test.pool.query('update salesorder set status_id = $1 where id = $2', [status, other]);
      const newValue = field === 'number' ? `${value}-${status}` : value;
      const { status: answered } = await shop.put(`/salesorder/${other}`, { [field]: newValue });
      expect([status, answered]).toEqual([status, states.includes(status) ? 200 : 409]);
    }
  });

  test('a client may send the whole record: unchanged fields are no change and send no signal', async () => {
    const { body } = await shop.get(`/salesorder/${id}`);
    await become(fulfilled);
    expect((await shop.put(`/salesorder/${id}`, body)).status).toBe(200);
    expect(await shop.news()).toEqual([]);
    await become(issued);
    expect((await shop.put(`/salesorder/${id}`, { ...body, priority: 1 })).body.priority).toBe(1);
    expect(await shop.news()).toEqual([`salesorder.modified ${id}`]);
  });

  test('another customer brings its addresses, unless the body has addresses', async () => {
    const other = await shop.make('/customer', { type: 'Company', name: 'Ernst Handel' });
    await shop.make(`/customer/${other}/address`, { city: 'Graz', country: 'Austria' });
    const { body } = await shop.put(`/salesorder/${id}`, { customer_id: other, bill_city: 'Wien' });
    expect(body).toMatchObject({
      customer_id: other,
      ship_to_name: 'Ernst Handel',
      ship_city: 'Graz',
      bill_city: 'Wien',
    });
    expect((await shop.put(`/salesorder/${id}`, { customer_id: 99999 })).body.errors[0].pointer).toBe('/customer_id');
  });

  test('another carrier ends the service level', async () => {
    const [first, second] = await Promise.all(['First', 'Second'].map((name) => shop.make('/carrier', { name })));
    const level = await shop.make(`/carrier/${first}/servicelevel`, { name: 'Ground' });
    const carriers = async (change: object) => {
      const { body } = await shop.put(`/salesorder/${id}`, change);
      return [body.carrier_id, body.carrierservicelevel_id];
    };
    expect(await carriers({ carrierservicelevel_id: level })).toEqual([first, level]);
    expect(await carriers({ carrier_id: first })).toEqual([first, level]);
    expect(await carriers({ carrier_id: second })).toEqual([second, null]);
    expect(await carriers({ carrier_id: null })).toEqual([null, null]);
  });
});

describe('lines', () => {
  test('are added with the price of their part, changed and deleted, and the totals follow', async () => {
    const added = await shop.post(`/salesorder/${id}/line`, { linetype_id: 1, part_id: String(tofu), qty: '3' });
    expect(added).toMatchObject({
      status: 201,
      body: { salesorder_id: id, transaction_id: id, unit_price: 23, qty: 3 },
    });
    const line = `/salesorder/${id}/line/${added.body.id}`;
    expect(await amounts()).toEqual([105, 0, 0, 105]);
    expect((await shop.put(line, { qty: 1, unit_price: '20.5' })).body).toMatchObject({ qty: 1, unit_price: 20.5 });
    expect(await amounts()).toEqual([56.5, 0, 0, 56.5]);
    expect((await shop.put(line, { part_id: chai })).body.unit_price).toBe(18);
    expect((await shop.put(line, { part_id: null })).status).toBe(422);
    expect((await shop.get(`/salesorder/${id}/line?embed=part`)).body).toMatchObject([
      { part: { number: 'CHAI' } },
      { id: added.body.id, part: { number: 'CHAI' } },
    ]);
    expect((await shop.remove(line)).status).toBe(204);
    expect((await shop.get(line)).status).toBe(404);
    expect(await amounts()).toEqual([36, 0, 0, 36]);
    expect((await shop.news()).filter((one) => one === `salesorder.modified ${id}`)).toHaveLength(4);
  });

  test('may bring discounts and fees of their own', async () => {
    const fee = await shop.make('/fee', { name: `Fee ${id}` });
    const { status } = await shop.post(`/salesorder/${id}/line`, {
      part_id: tofu,
      qty: 2,
      discounts: [{ discount_id: any, amount: 3 }],
      fees: [{ fee_id: fee, amount: 1 }],
    });
    expect(status).toBe(201);
    expect(await amounts()).toEqual([82, 6, 2, 78]);
  });

  test('are unknown under another order', async () => {
    const { body: lines } = await shop.get(`/salesorder/${id}/line`);
    const other = await shop.make('/salesorder', { customer_id: customer });
    const url = `/salesorder/${other}/line/${lines[0].id}`;
    expect((await shop.get(url)).status).toBe(404);
    expect((await shop.put(url, { qty: 9 })).status).toBe(404);
    expect((await shop.remove(url)).status).toBe(404);
    expect((await shop.get('/salesorder/99999/line')).status).toBe(404);
    expect((await shop.post('/salesorder/99999/line', { part_id: chai })).status).toBe(404);
  });

  test('of an issued order cannot be changed', async () => {
    const { body: lines } = await shop.get(`/salesorder/${id}/line`);
    await become(issued);
    const url = `/salesorder/${id}/line`;
    for (const answer of [
      await shop.post(url, { part_id: chai }),
      await shop.put(`${url}/${lines[0].id}`, { qty: 9 }),
      await shop.remove(`${url}/${lines[0].id}`),
      await shop.post(`/salesorder/${id}/discount`, { discount_id: any, amount: 1 }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'order.state', state: 'Issued' } });
    }
  });

  test('that are added concurrently are all counted', async () => {
    await Promise.all(
      Array.from({ length: 12 }, () => shop.make(`/salesorder/${id}/line`, { part_id: chai, qty: 1, unit_price: 1 })),
    );
    expect(await amounts()).toEqual([48, 0, 0, 48]);
  });
});

describe('discounts and fees', () => {
  test('of the order are flat, of a line per unit; all are changed, listed and deleted where they belong', async () => {
    const fee = await shop.make('/fee', { name: `Handling ${id}` });
    const { body: lines } = await shop.get(`/salesorder/${id}/line`);
    const [order, line] = [`/salesorder/${id}`, `/salesorder/${id}/line/${lines[0].id}`];
    const flat = await shop.post(`${order}/discount`, { discount_id: any, amount: '5' });
    const perUnit = await shop.post(`${line}/discount`, { discount_id: any, amount: 1.5 });
    await shop.make(`${order}/fee`, { fee_id: fee, amount: 10 });
    await shop.make(`${line}/fee`, { fee_id: fee, amount: 0.25 });
    expect(flat.body).toMatchObject({ salesorder_id: id, line_id: null, discount_id: any, amount: 5 });
    expect(perUnit.body).toMatchObject({ salesorder_id: id, line_id: lines[0].id, amount: 1.5 });
    expect(await amounts()).toEqual([36, 8, 10.5, 38.5]);

    expect((await shop.get(`${order}/discount?embed=discount`)).body).toMatchObject([
      { id: flat.body.id, discount: { name: 'Any' } },
    ]);
    expect((await shop.get(`${line}/discount`)).body).toMatchObject([{ id: perUnit.body.id }]);
    expect((await shop.get(`${order}/discount/${perUnit.body.id}`)).status).toBe(404);
    expect((await shop.get(`${line}/discount/${perUnit.body.id}`)).body.amount).toBe(1.5);

    expect((await shop.put(`${order}/discount/${flat.body.id}`, { amount: 6 })).body.amount).toBe(6);
    expect((await shop.put(`${order}/discount/${perUnit.body.id}`, { amount: 6 })).status).toBe(404);
    expect((await shop.remove(`${line}/discount/${perUnit.body.id}`)).status).toBe(204);
    expect(await amounts()).toEqual([36, 6, 10.5, 40.5]);
    expect((await shop.remove(`/discount/${any}`)).body.code).toBe('record.in-use');
  });

  test('of a line change with its quantity, and go with it', async () => {
    const { body: lines } = await shop.get(`/salesorder/${id}/line`);
    const line = `/salesorder/${id}/line/${lines[0].id}`;
    await shop.make(`${line}/discount`, { discount_id: any, amount: 2 });
    await shop.put(line, { qty: 5 });
    expect(await amounts()).toEqual([90, 10, 0, 80]);
    await shop.remove(line);
    expect(await amounts()).toEqual([0, 0, 0, 0]);
  });

  test('one that is no longer active cannot be used any more', async () => {
    const old = await shop.make('/discount', { name: `Old ${id}`, active: false });
    const answer = await shop.post(`/salesorder/${id}/discount`, { discount_id: old, amount: 1 });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/discount_id']);
  });

  test('of an unknown line or order are 404', async () => {
    for (const url of ['/salesorder/99999/fee', `/salesorder/${id}/line/99999/fee`]) {
      expect((await shop.get(url)).status).toBe(404);
      expect((await shop.post(url, { fee_id: 1, amount: 1 })).status).toBe(404);
    }
  });
});
