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
