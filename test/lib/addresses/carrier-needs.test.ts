import { expect, test } from 'vitest';
import { lacksForCarrier, type NeedName, needNames, type ShippedOrder } from '../../../lib/addresses/carrier-needs.ts';

const whole: ShippedOrder = {
  ...{ ship_to_name: 'Ana', ship_address_1: '1 Mill Lane', ship_address_2: null, ship_city: 'Princeton' },
  ...{ ship_region: 'NJ', ship_postal_code: '08540', ship_country: 'US' },
  customer: { type: 'Company', phone: '+1 555 0107', email: 'ana@example.com' },
};
const lacks = (need: NeedName, change: Partial<ShippedOrder>) =>
  lacksForCarrier({ always: [need], service_levels: {} }, { ...whole, ...change }, null);

test.each<[NeedName, Partial<ShippedOrder>, string]>([
  ['name', { ship_to_name: ' ' }, 'the name of the consignee'],
  ['street', { ship_address_1: '\u200b' }, 'a street'],
  ['city', { ship_city: null }, 'a city'],
  ['state', { ship_region: null }, 'a state or region'],
  ['state_code', { ship_region: 'New Jersey' }, 'the state as its code, such as NJ'],
  ['state_code', { ship_region: 'XX' }, 'the state as its code, such as NJ'],
  ['postal_code', { ship_postal_code: '-' }, 'a postal code'],
  ['country', { ship_country: null }, 'a country'],
  ['phone', { customer: { ...whole.customer!, phone: null } }, 'a telephone number of the customer'],
  ['phone', { customer: null }, 'a telephone number of the customer'],
  ['email', { customer: { ...whole.customer!, email: null } }, 'an e-mail address of the customer'],
  ['company', { customer: { ...whole.customer!, type: 'Individual' } }, 'a company as customer'],
  ['residential', {}, 'a private person as customer'],
  ['no_po_box', { ship_address_1: 'P.O. Box 12' }, 'a street in place of a post office box'],
])('a carrier that needs %s lacks it with %j', (need, change, words) => {
  expect(lacks(need, change)).toEqual([words]);
});

test('a whole order of a company lacks nothing but a private person', () => {
  expect(needNames.filter((need) => lacks(need, {}).length > 0)).toEqual(['residential']);
});

test.each([
  'PO Box 3',
  'p.o.box 3',
  'Post Office Box 3',
  'Postfach 12 34',
  'Postbus 12',
  'Boîte postale 7',
  'BP 123',
  'Apartado 7',
  'Casella postale 3',
])('%s is a post office box, on either line', (line) => {
  expect(lacks('no_po_box', { ship_address_1: line })).toHaveLength(1);
  expect(lacks('no_po_box', { ship_address_2: line })).toHaveLength(1);
});

test.each(['1 Boxwood Lane', 'Poboxstraße 3', 'Spo Box 1', 'Am Postfachweg 3', 'Campobp 12', '12 Box Hill'])(
  '%s is a street',
  (line) => expect(lacks('no_po_box', { ship_address_1: line })).toEqual([]),
);

test('a country without postal codes or states is not asked for them', () => {
  for (const need of ['postal_code', 'state', 'state_code'] as const) {
    expect(lacks(need, { ship_country: 'SG', ship_region: null, ship_postal_code: '018956' })).toEqual([]);
  }
  expect(lacks('postal_code', { ship_country: 'HK', ship_postal_code: null })).toEqual([]);
});

test('a service level needs more than its carrier, whatever the capitals of its name', () => {
  const needs = { always: ['street'], service_levels: { Express: ['phone'] } } as const;
  const order = { ...whole, ship_address_1: null, customer: null };
  expect(lacksForCarrier(needs, order, null)).toEqual(['a street']);
  expect(lacksForCarrier(needs, order, 'Economy')).toEqual(['a street']);
  expect(lacksForCarrier(needs, order, 'EXPRESS')).toEqual(['a street', 'a telephone number of the customer']);
});
