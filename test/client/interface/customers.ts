import { expect, test } from 'vitest';
import { expectBelow, expectReadable, expectRemoved, type TestContext } from './context.ts';

export function customers({ client, part, unique }: TestContext): void {
  test('a company and a person', async () => {
    const company = await client.customer.create({ type: 'Company', name: 'Ernst Handel' });
    expect(company).toMatchObject({ type: 'Company', name: 'Ernst Handel', first_name: null });
    const person = await client.customer.create({ type: 'Individual', first_name: 'Ana', last_name: 'Trujillo' });
    expect(person).toMatchObject({ type: 'Individual', name: 'Ana Trujillo', last_name: 'Trujillo' });
    const read = await client.customer.get(person.id, { embed: 'customertype,status,default_email' });
    expect(read.customertype.name).toBe('Individual');
    expect(read.default_email).toBeNull();
    await expectReadable(client.customer, company.id);
    await expect(client.customer.create({ type: 'Company' })).rejects.toMatchObject({ code: 'body.invalid' });
  });

  test('a customer is changed only if it has not changed, and deleted', async () => {
    const made = await client.customer.create({ type: 'Company', name: 'Berglunds' });
    const read = await client.customer.get(made.id);
    const changed = await client.customer.update(made.id, { name: 'Berglunds snabbköp' }, { ifMatch: read });
    expect(changed).toMatchObject({ id: made.id, name: 'Berglunds snabbköp', number: made.number });
    await expect(client.customer.update(made.id, { name: 'Bergs' }, { ifMatch: read })).rejects.toMatchObject({
      status: 412,
      code: 'precondition.failed',
    });
    await expectRemoved(client.customer, made.id);
  });

  test('the first e-mail address, phone number and address become the default ones', async () => {
    const { id } = await client.customer.create({ type: 'Company', name: 'Frankenversand' });
    const email = await client.customer.email.create(id, { email_address: 'info@frankenversand.de', emailtype_id: 2 });
    await client.customer.email.create(id, { email_address: 'other@frankenversand.de' });
    const phone = await client.customer.phone.create(id, { phone_number: '089-0877310' });
    const address = await client.customer.address.create(id, { address_1: 'Berliner Platz 43', country: 'Germany' });
    expect(address).toMatchObject({ customer_id: id, address_1: 'Berliner Platz 43', country: 'DE' });
    const embed = 'default_email.email,default_phone.phone,default_address,emails.emailtype';
    const read = await client.customer.get(id, { embed });
    expect(read.default_email?.email.email_address).toBe('info@frankenversand.de');
    expect(read.default_phone?.phone.phone_number).toBe('089-0877310');
    expect(read.default_address?.id).toBe(address.id);
    expect(read.emails.map(({ emailtype }) => emailtype.id)).toEqual([2, 1]);

    expect(await client.customer.email.get(id, email.id)).toMatchObject({ id: email.id, email_id: email.email_id });
    expect(await client.customer.phone.get(id, phone.id)).toMatchObject({ id: phone.id, customer_id: id });
    expect(await client.customer.address.get(id, address.id)).toMatchObject({ id: address.id });
  });

  test('the records below a customer are listed, changed and deleted', async () => {
    const { id } = await client.customer.create({ type: 'Company', name: 'Blauer See' });
    const { email, phone, address, alias } = client.customer;
    const mail = await email.create(id, { email_address: 'a@blauersee.de' });
    const call = await phone.create(id, { phone_number: '0621-08460' });
    const place = await address.create(id, { address_1: 'Forsterstr. 57', city: 'Mannheim' });
    const other = await alias.create(id, { name: 'See Delikatessen' });

    await email.update(id, mail.id, { email_address: 'b@blauersee.de' });
    await phone.update(id, call.id, { phone_number: '0621-08461' });
    expect(await address.update(id, place.id, { city: 'Mannheim-Nord' })).toMatchObject({ city: 'Mannheim-Nord' });
    expect(await alias.update(id, other.id, { name: 'Blauer See GmbH' })).toMatchObject({ name: 'Blauer See GmbH' });
    expect(await alias.get(id, other.id)).toMatchObject({ customer_id: id, name: 'Blauer See GmbH' });

    const [mails, calls] = [await email.list(id, { embed: 'email' }), await phone.list(id, { embed: 'phone' })];
    expect(mails.map((one) => one.email.email_address)).toEqual(['b@blauersee.de']);
    expect(calls.map((one) => one.phone.phone_number)).toEqual(['0621-08461']);
    expect((await address.list(id, { fields: 'city' })).map(({ city }) => city)).toEqual(['Mannheim-Nord']);
    expect((await alias.list(id, { filter: 'name = "blauer%"' })).map((one) => one.id)).toEqual([other.id]);

    await email.remove(id, mail.id);
    await phone.remove(id, call.id);
    await address.remove(id, place.id);
    await alias.remove(id, other.id);
    const left = await Promise.all([email.list(id), phone.list(id), address.list(id), alias.list(id)]);
    expect(left).toEqual([[], [], [], []]);
  });

  test('a customer has ids at sources', async () => {
    const { id } = await client.customer.create({
      type: 'Company',
      name: 'Bottom-Dollar',
      external_ids: [{ external_id: 'c-7' }],
    });
    const { externalid } = client.customer;
    const { id: second } = await externalid.create(id, { external_id: 'c-8' });
    expect(await externalid.update(id, second, { external_id: 'c-9' })).toMatchObject({
      customer_id: id,
      external_id: 'c-9',
    });
    expect(await externalid.get(id, second)).toMatchObject({ source_id: null });
    expect((await externalid.list(id)).map(({ external_id }) => external_id)).toEqual(['c-7', 'c-9']);
    await externalid.remove(id, second);
    expect((await client.customer.get(id, { embed: 'external_ids' })).external_ids).toHaveLength(1);
  });

  test('a company has contacts, and own prices that its orders use', async () => {
    const { id } = await client.customer.create({ type: 'Company', name: 'Maison Dewey' });
    const { contact, partprice } = client.customer;
    const catherine = await contact.create(id, { first_name: 'Catherine', last_name: 'Dewey', position: 'Sales' });
    expect(catherine).toMatchObject({ customer_id: id, first_name: 'Catherine', position: 'Sales', email: null });
    expect(await contact.update(id, catherine.id, { phone: '(02) 201 24 67' })).toMatchObject({ position: 'Sales' });
    await expectBelow(contact, id, [catherine.id]);

    const { id: part_id } = await part();
    const price = await partprice.create(id, { part_id, unit_price: '9.99' });
    expect(price).toMatchObject({ customer_id: id, part_id, unit_price: 9.99 });
    expect(await partprice.update(id, price.id, { unit_price: 8 })).toMatchObject({ id: price.id, unit_price: 8 });
    await expectBelow(partprice, id, [price.id]);
    const order = await client.salesorder.create({ customer_id: id, lines: [{ part_id }] }, { embed: 'lines' });
    expect(order.lines.map(({ unit_price }) => unit_price)).toEqual([8]);

    await contact.remove(id, catherine.id);
    await partprice.remove(id, price.id);
    expect([await contact.list(id), await partprice.list(id)]).toEqual([[], []]);
  });

  test('customers belong to groups', async () => {
    const group = await client.customergroup.create({ name: unique('Wholesale') });
    const made = await client.customer.create({ type: 'Company', name: 'Hungry Owl', group_ids: [group.id] });
    const page = await client.customer.list({ filter: `groups.name = "${group.name}"`, embed: 'groups' });
    expect(page.data.map(({ id, groups }) => [id, groups.map(({ name }) => name)])).toEqual([[made.id, [group.name]]]);
    const changed = await client.customergroup.update(group.id, { name: unique('Retail') }, { embed: 'customers' });
    expect(changed.customers.map(({ id }) => id)).toEqual([made.id]);
    await expectReadable(client.customergroup, group.id);
    await client.customer.update(made.id, { group_ids: [] });
    await expectRemoved(client.customergroup, group.id);
  });
}
