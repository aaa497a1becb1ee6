import { describe, expect, test } from 'vitest';
import { untilEnd } from '../../support/until-end.ts';
import { openShop } from '../platform/records/shop.ts';

/** The records that only companies have. */

const shop = await untilEnd(openShop());
const company = await shop.make('/customer', { type: 'Company', name: 'Alfreds Futterkiste' });
const person = await shop.make('/customer', { type: 'Individual', first_name: 'Maria', last_name: 'Anders' });

describe('contacts', () => {
  test('belong to a company, and each change is an event of the customer', async () => {
    await shop.news();
    const id = await shop.make(`/customer/${company}/contact`, {
      first_name: 'Maria',
      last_name: 'Anders',
      position: 'Sales Representative',
      email: 'maria@alfreds.example',
      phone: '030-0074321',
    });
    await shop.put(`/customer/${company}/contact/${id}`, { position: 'Owner' });
    const { body } = await shop.get(`/customer/${company}?embed=contacts`);
    expect(body.contacts).toMatchObject([{ id, first_name: 'Maria', position: 'Owner' }]);
    expect((await shop.get('/customer?filter=contacts.last_name%20%3D%20%22anders%22')).body.total).toBe(1);
    expect((await shop.remove(`/customer/${company}/contact/${id}`)).status).toBe(204);
    expect((await shop.get(`/customer/${company}/contact`)).body).toEqual([]);
    expect(await shop.news()).toEqual(Array(3).fill(`customer.modified ${company}`));
  });

  test('always have a name', async () => {
    const nameless = await shop.post(`/customer/${company}/contact`, { position: 'Owner' });
    expect([nameless.status, nameless.body.errors[0].pointer]).toEqual([422, '/last_name']);
    const id = await shop.make(`/customer/${company}/contact`, { last_name: 'Anders' });
    expect((await shop.put(`/customer/${company}/contact/${id}`, { last_name: null })).status).toBe(422);
    expect(
      (await shop.put(`/customer/${company}/contact/${id}`, { last_name: null, first_name: 'Maria' })).status,
    ).toBe(200);
  });
});

describe('prices of their own', () => {
  test('are used by order and quote lines without a price', async () => {
    const tea = await shop.make('/part', { number: 'TEA', name: 'Tea', price: '9.50' });
    const id = await shop.make(`/customer/${company}/partprice`, { part_id: tea, unit_price: '8.25' });
    const lines = [{ part_id: tea }, { part_id: tea, unit_price: 7 }];
    const prices = async (url: string) =>
      (await shop.get(url)).body.map((line: { unit_price: number }) => line.unit_price);

    const order = await shop.make('/salesorder', { customer_id: company, lines });
    await shop.make(`/salesorder/${order}/line`, { part_id: tea });
    expect(await prices(`/salesorder/${order}/line`)).toEqual([8.25, 7, 8.25]);
    const quote = await shop.make('/quote', { customer_id: company, lines });
    await shop.make(`/quote/${quote}/line`, { part_id: tea });
    expect(await prices(`/quote/${quote}/line`)).toEqual([8.25, 7, 8.25]);
    expect(await prices(`/salesorder/${await shop.make('/salesorder', { customer_id: person, lines })}/line`)).toEqual([
      9.5, 7,
    ]);

    await shop.put(`/customer/${company}/partprice/${id}`, { unit_price: 8 });
    expect(await prices(`/salesorder/${await shop.make('/salesorder', { customer_id: company, lines })}/line`)).toEqual(
      [8, 7],
    );
    await shop.remove(`/customer/${company}/partprice/${id}`);
    expect(await prices(`/salesorder/${await shop.make('/salesorder', { customer_id: company, lines })}/line`)).toEqual(
      [9.5, 7],
    );
  });

  test('exist once for each part', async () => {
    const cup = await shop.make('/part', { number: 'CUP', name: 'Cup' });
    await shop.make(`/customer/${company}/partprice`, { part_id: cup, unit_price: 1 });
    expect((await shop.post(`/customer/${company}/partprice`, { part_id: cup, unit_price: 2 })).body.code).toBe(
      'record.exists',
    );
    expect((await shop.post(`/customer/${company}/partprice`, { part_id: 99_999, unit_price: 2 })).body.code).toBe(
      'reference.unknown',
    );
  });
});

test('the e-mail options of a company are stored unchanged', async () => {
  const options = { invoice: true, to: ['books@alfreds.example'] };
  expect((await shop.put(`/customer/${company}`, { email_options: options })).body.email_options).toEqual(options);
  expect((await shop.put(`/customer/${company}`, { name: 'Alfreds' })).body.email_options).toEqual(options);
});

test('an individual has no company fields, but its whole record can be sent back', async () => {
  const contact = await shop.post(`/customer/${person}/contact`, { last_name: 'X' });
  expect([contact.status, contact.body.code]).toEqual([409, 'record.state']);
  expect((await shop.post(`/customer/${person}/partprice`, { part_id: 1, unit_price: 1 })).status).toBe(409);
  const options = await shop.put(`/customer/${person}`, { email_options: { invoice: true } });
  expect([options.status, options.body.errors[0].pointer]).toEqual([422, '/email_options']);
  const { body } = await shop.get(`/customer/${person}`);
  expect((await shop.put(`/customer/${person}`, body)).status).toBe(200);
});

test('an unknown customer type is reported', async () => {
  const { status, body } = await shop.post('/customer', { customertype_id: 9, name: 'X' });
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'reference.unknown', '/customertype_id']);
});
