import { expect, test } from 'vitest';
import type { Client } from '../../../client/client.ts';
import { expectReadable, type TestContext } from './context.ts';

/** Constants that every installation has; it can have more. */
const named = {
  customertype: ['Company', 'Individual'],
  customerstatus: ['Active'],
  linetype: ['Sale', 'Shipping', 'Discount', 'Fee', 'Note', 'Return'],
  salesorderstatus: ['Draft', 'Issued', 'In Progress', 'Fulfilled', 'Closed Short', 'Void'],
  pickstatus: ['Open', 'Finished', 'Void'],
  packstatus: ['Open', 'Finished', 'Void'],
  shipstatus: ['Open', 'Finished', 'Void'],
  cartonstatus: ['Open', 'Closed', 'Locked', 'Void'],
  returnorderstatus: ['Requested', 'Authorised', 'Received', 'Inspected', 'Closed', 'Refused', 'Canceled'],
  parttype: ['Inventory', 'Non-Inventory', 'Kit', 'Alias', 'Shipping'],
  buildtype: [],
  sitetype: [],
  locationtype: ['Storage', 'Moving', 'Carton'],
  task: ['Pick', 'Pack', 'Ship', 'Pickup'],
  event: ['salesorder.issued', 'pick.finished', 'pack.finished', 'carton.locked', 'ship.finished', 'invoice.created'],
  emailtype: [],
  phonetype: [],
  addresstype: [],
  usertype: ['Standard', 'API'],
} satisfies Partial<Record<keyof Client, string[]>>;

export function constants({ client }: TestContext): void {
  test.each(Object.entries(named) as [keyof typeof named, string[]][])('%s', async (kind, names) => {
    const { data } = await client[kind].list();
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    await expectReadable(client[kind], data[0]!.id);
  });

  test('Sale is the line type 1, Shipping 9', async () => {
    expect((await client.linetype.get(1)).name).toBe('Sale');
    expect((await client.linetype.get(9)).name).toBe('Shipping');
  });

  test('e-mails, phones and addresses have types 1 to 4', async () => {
    for (const kind of [client.emailtype, client.phonetype, client.addresstype]) {
      const { data } = await kind.list({ sort: 'id' });
      expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 3, 4]));
    }
  });

  test('objects show whether they have line types, and which ones', async () => {
    const { data } = await client.object.list({ where: { can_linetype: 1 }, embed: 'linetypes' });
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(['salesorder', 'quote']));
    expect(data.every(({ can_linetype }) => can_linetype)).toBe(true);
    const order = data.find(({ name }) => name === 'salesorder')!;
    expect(order.linetypes.map(({ name }) => name)).toContain('Sale');
    await expectReadable(client.object, order.id);

    const pairs = await client.reflinktype.linetype.list({ filter: 'object.name = "salesorder"', embed: 'linetype' });
    expect(pairs.data.map(({ linetype }) => linetype.name).sort()).toEqual(
      order.linetypes.map(({ name }) => name).sort(),
    );
    await expectReadable(client.reflinktype.linetype, pairs.data[0]!.id);

    const ofOrders = await client.salesorder.linetype.list();
    expect(ofOrders.data.map(({ name }) => name).sort()).toEqual(order.linetypes.map(({ name }) => name).sort());
    expect((await client.returnorder.linetype.list()).total).toBe(ofOrders.total);
    const ofQuotes = await client.quote.linetype.list({ filter: 'name = "Sale"' });
    expect(ofQuotes.data).toEqual([{ id: 1, name: 'Sale' }]);
  });
}
