import { beforeEach, describe, expect, test } from 'vitest';
import { untilEnd } from '../../support/until-end.ts';
import { openShop } from '../platform/records/shop.ts';

const shop = await untilEnd(openShop());
beforeEach(() => shop.news());

describe('creating', () => {
  test('a company has a name, and the default of its number contains its id', async () => {
    const { status, body } = await shop.post('/customer', { type: 'Company', name: 'Alfreds Futterkiste' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: `C-${body.id}`,
      type: 'Company',
      customertype_id: 1,
      status_id: 1,
      name: 'Alfreds Futterkiste',
      default_email_id: null,
    });
    expect(await shop.news()).toEqual([`customer.created ${body.id}`]);
  });

  test('the default number of a customer or quote contains its own id', async () => {
    for (const name of ['Second', 'Third']) {
      const { body } = await shop.post('/customer', { type: 'Company', name });
      expect(body.number).toBe(`C-${body.id}`);
      for (let time = 0; time < 2; time++) {
        const quote = (await shop.post('/quote', { customer_id: body.id })).body;
        expect(quote.number).toBe(`Q-${quote.id}`);
      }
    }
  });

  test('the name of an individual is its first and last name', async () => {
    const { body } = await shop.post('/customer', { customertype_id: '2', first_name: 'Maria', last_name: 'Anders' });
    expect(body).toMatchObject({ type: 'Individual', name: 'Maria Anders', first_name: 'Maria' });
  });

  test.each([
    [{ name: 'Nobody' }, '/type'],
    [{ type: 'Company' }, '/name'],
    [{ type: 'Company', name: '  ' }, '/name'],
    [{ type: 'Individual', name: 'Maria Anders' }, '/first_name'],
    [{ type: 'Individual', first_name: 'Maria' }, '/last_name'],
    [{ type: 'Company', customertype_id: 2, name: 'A' }, '/customertype_id'],
    [{ type: 'Guild', name: 'A' }, '/type'],
    [{ customertype_id: 7, first_name: 'A', last_name: 'B' }, '/customertype_id'],
    [{ type: 'Company', name: 'A', group_ids: [999] }, '/group_ids/0'],
  ])('%j is refused at %s', async (body, pointer) => {
    const answer = await shop.post('/customer', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].pointer).toBe(pointer);
    expect(await shop.news()).toEqual([]);
  });

  test('numbers differ regardless of case, and a default number avoids an existing one', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'A', number: 'Acme' });
    const again = await shop.post('/customer', { type: 'Company', name: 'B', number: 'ACME' });
    expect(again).toMatchObject({ status: 409, body: { code: 'record.exists' } });
    // The refused customer has used an id, too.
    await shop.make('/customer', { type: 'Company', name: 'C', number: `C-${id + 3}` });
    const made = await shop.post('/customer', { type: 'Company', name: 'D' });
    expect(made.body.number).toBe(`C-${id + 3}-2`);
  });
});

describe('changing', () => {
  test('the type cannot change, but the whole record can be sent back', async () => {
    const { body: customer } = await shop.post('/customer', {
      type: 'Individual',
      first_name: 'Ana',
      last_name: 'Trujillo',
    });
    const url = `/customer/${customer.id}`;
    expect(await shop.put(url, { type: 'Company', name: 'Ana' })).toMatchObject({ status: 422 });
    const changed = await shop.put(url, { ...customer, last_name: 'Moreno' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Ana Moreno' } });
  });

  test('group_ids replaces all groups', async () => {
    const [first, second, third] = await Promise.all(
      ['Wholesale', 'Retail', 'Export'].map((name) => shop.make('/customergroup', { name })),
    );
    const id = await shop.make('/customer', { type: 'Company', name: 'G', group_ids: [first, second] });
    await shop.put(`/customer/${id}`, { group_ids: [second, third] });
    const { body } = await shop.get(`/customer/${id}?embed=groups`);
    expect(body.groups.map((group: { name: string }) => group.name).sort()).toEqual(['Export', 'Retail']);
    expect((await shop.remove(`/customergroup/${third}`)).body).toMatchObject({ code: 'record.in-use' });
    await shop.put(`/customer/${id}`, { group_ids: [] });
    expect((await shop.remove(`/customergroup/${third}`)).status).toBe(204);
  });

  test('a default must belong to the customer', async () => {
    const [mine, other] = await Promise.all(
      ['Mine', 'Other'].map((name) => shop.make('/customer', { type: 'Company', name })),
    );
    const email = await shop.make(`/customer/${other}/email`, { email_address: 'a@example.com' });
    const { status, body } = await shop.put(`/customer/${mine}`, { default_email_id: email });
    expect([status, body.errors[0].pointer]).toEqual([422, '/default_email_id']);
  });
});

describe('records below a customer', () => {
  test('the first e-mail, phone and address become the defaults, and each is an event of the customer', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Bon app' });
    await shop.make(`/customer/${id}/email`, { email_address: 'shop@example.com' });
    await shop.make(`/customer/${id}/email`, { email_address: 'bills@example.com', emailtype_id: 2 });
    await shop.make(`/customer/${id}/phone`, { phone_number: '030-0074321' });
    await shop.make(`/customer/${id}/address`, { address_1: 'Obere Str. 57', city: 'Berlin', country: 'Germany' });
    const { body } = await shop.get(
      `/customer/${id}?embed=default_email.email,default_phone.phone,default_address,emails`,
    );
    expect(body.default_email.email.email_address).toBe('shop@example.com');
    expect(body.default_phone.phone.phone_number).toBe('030-0074321');
    expect(body.default_address).toMatchObject({ city: 'Berlin', country: 'DE', addresstype_id: 1 });
    expect(body.emails).toHaveLength(2);
    expect((await shop.news()).filter((one) => one === `customer.modified ${id}`)).toHaveLength(4);
  });

  test('the next record becomes the default after the default was deleted', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Next' });
    const first = await shop.make(`/customer/${id}/email`, { email_address: 'one@example.com' });
    const second = await shop.make(`/customer/${id}/email`, { email_address: 'two@example.com' });
    expect((await shop.remove(`/customer/${id}/email/${first}`)).status).toBe(204);
    expect((await shop.get(`/customer/${id}`)).body.default_email_id).toBe(second);
    expect((await shop.remove(`/customer/${id}/email/${first}`)).status).toBe(404);
  });

  test('an unknown type becomes the first type, and an unknown country is refused', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Types' });
    const phone = await shop.post(`/customer/${id}/phone`, { phone_number: '1', phonetype_id: 77 });
    expect(phone.body.phonetype_id).toBe(1);
    const address = await shop.post(`/customer/${id}/address`, { country: 'Atlantis' });
    expect(address).toMatchObject({ status: 422, body: { errors: [{ pointer: '/country' }] } });
  });

  test('they are changed, listed and read only below their customer', async () => {
    const [id, other] = await Promise.all(
      ['One', 'Two'].map((name) => shop.make('/customer', { type: 'Company', name })),
    );
    const email = await shop.make(`/customer/${id}/email`, { email_address: 'old@example.com' });
    await shop.put(`/customer/${id}/email/${email}`, { email_address: 'new@example.com', emailtype_id: 3 });
    const { body } = await shop.get(`/customer/${id}/email?embed=email`);
    expect(body).toMatchObject([{ id: email, emailtype_id: 3, email: { email_address: 'new@example.com' } }]);
    const alias = await shop.make(`/customer/${id}/alias`, { name: 'The first' });
    expect((await shop.put(`/customer/${id}/alias/${alias}`, { name: 'Number one' })).body.name).toBe('Number one');
    expect((await shop.get(`/customer/${id}?embed=aliases`)).body.aliases).toMatchObject([{ name: 'Number one' }]);
    for (const url of [`/customer/${other}/email/${email}`, `/customer/${other}/alias/${alias}`]) {
      expect((await shop.get(url)).status).toBe(404);
      expect((await shop.put(url, { name: 'x', email_address: 'x@y' })).status).toBe(404);
      expect((await shop.remove(url)).status).toBe(404);
    }
    expect((await shop.post('/customer/99999/alias', { name: 'x' })).status).toBe(404);
  });

  test('a bad e-mail address is refused', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Mail' });
    const { status, body } = await shop.post(`/customer/${id}/email`, { email_address: 'nobody at all' });
    expect([status, body.errors]).toEqual([422, [{ pointer: '/email_address', detail: 'must be an e-mail address' }]]);
  });
});

describe('deleting', () => {
  test('deletes the records below the customer, too', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Gone' });
    await shop.make(`/customer/${id}/email`, { email_address: 'gone@example.com' });
    await shop.make(`/customer/${id}/phone`, { phone_number: '404' });
    await shop.make(`/customer/${id}/address`, { city: 'Nowhere' });
    await shop.news();
    expect((await shop.remove(`/customer/${id}`)).status).toBe(204);
    expect((await shop.get(`/customer/${id}`)).status).toBe(404);
    expect(await shop.news()).toEqual([`customer.deleted ${id}`]);
    const { rows } = await shop.service.test.pool.query(`select from email where email_address = 'gone@example.com'`);
    expect(rows).toHaveLength(0);
  });

  test('is refused for a customer with orders', async () => {
    const id = await shop.make('/customer', { type: 'Company', name: 'Kept' });
    await shop.make('/salesorder', { customer_id: id });
    expect(await shop.remove(`/customer/${id}`)).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
  });
});
