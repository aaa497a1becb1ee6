/** The options of `order address`, with the fields of an order that they set. */
export const addressOptions = {
  name: 'ship_to_name',
  'address-1': 'ship_address_1',
  'address-2': 'ship_address_2',
  city: 'ship_city',
  region: 'ship_region',
  'postal-code': 'ship_postal_code',
  country: 'ship_country',
} as const;

export type AddressField = (typeof addressOptions)[keyof typeof addressOptions];
