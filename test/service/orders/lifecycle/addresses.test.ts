import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop();

const address = {
  ship_to_name: 'Cy Example',
  ship_address_1: '1 Invented Lane',
  ship_city: 'Princeton',
  ship_region: 'NJ',
  ship_postal_code: '08540',
  ship_country: 'US',
};

/** Warnings of the issue, as `pointer: message`. */
async function warnings(change: object, more: object = {}): Promise<string[]> {
  const part = await shop.part({}, 1);
  const id = await shop.order([{ part_id: part, qty: 1 }], { ...address, ...change, ...more });
  const { body } = await service.call('POST', `/salesorder/${id}/issue`);
  return (body.warnings ?? []).map(
    ({ code, pointer, message }: Record<string, string>) => `${code} ${pointer}: ${message}`,
  );
}

test('an order whose address lacks what its country needs is not issued without a warning', async () => {
  expect(await warnings({})).toEqual([]);
  const code = 'order.address-incomplete';
  expect(await warnings({ ship_address_1: null })).toEqual([
    `${code} /ship_address_1: An address in US needs a street.`,
  ]);
  expect(await warnings({ ship_region: null })).toEqual([
    `${code} /ship_region: An address in US needs a state or region.`,
  ]);
  expect(await warnings({ ship_postal_code: null })).toEqual([
    `${code} /ship_postal_code: An address in US needs a postal code.`,
  ]);
  expect(await warnings({ ship_postal_code: '8540' })).toEqual([
    `${code} /ship_postal_code: 8540 does not have the form of a postal code in US, such as 95014.`,
  ]);
});

test('an order that the customer collects needs no address', async () => {
  const carrier_id = await shop.carrier('Will Call');
  expect(await warnings({ ship_address_1: null, ship_postal_code: '8540' }, { carrier_id })).toEqual([]);
});

test('an order has the company, phone, e-mail and residential flag of the address of its customer', async () => {
  const { id: customer_id } = await shop.done('/customer', { type: 'Company', name: 'Offices' });
  const contact = { company: 'Futterkiste KG', phone: '+49 30 1', email: 'goods@example.com', residential: false };
  await shop.done(`/customer/${customer_id}/address`, { name: 'Reception', city: 'Berlin', country: 'DE', ...contact });
  expect(await shop.done('/salesorder', { customer_id })).toMatchObject({
    ...{ ship_to_name: 'Reception', ship_company: 'Futterkiste KG', ship_phone: '+49 30 1' },
    ...{ ship_email: 'goods@example.com', ship_residential: false },
    ...{ bill_company: 'Futterkiste KG', bill_phone: '+49 30 1', bill_email: 'goods@example.com' },
  });
  // A phone number alone is no other address.
  expect(await shop.done('/salesorder', { customer_id, ship_phone: '+49 30 2' })).toMatchObject({
    ...{ ship_city: 'Berlin', ship_company: 'Futterkiste KG', ship_phone: '+49 30 2' },
  });
  expect(await shop.done('/salesorder', { customer_id, ship_city: 'Rome' })).toMatchObject({
    ...{ ship_company: null, ship_phone: null, ship_email: null, ship_residential: null, bill_city: 'Berlin' },
  });
});

test('the consignee of an issued order can be changed', async () => {
  const id = await shop.order([{ part_id: await shop.part({}, 1), qty: 1 }], address);
  await shop.done(`/salesorder/${id}/issue`, {});
  const change = {
    ship_company: 'Futterkiste KG',
    ship_phone: '1',
    ship_email: 'a@example.com',
    ship_residential: true,
  };
  expect((await service.call('PUT', `/salesorder/${id}`, change)).body).toMatchObject(change);
  const { status, body } = await service.call('PUT', `/salesorder/${id}`, { ship_email: 'nobody' });
  expect([status, body.errors[0].detail]).toEqual([422, 'must be an e-mail address']);
});
