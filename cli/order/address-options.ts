/** The options of `order address`, with the fields of an order that they set. */
export const addressOptions = {
  name: { field: 'ship_to_name', help: 'who gets the goods' },
  'address-1': { field: 'ship_address_1', help: 'street and number' },
  'address-2': { field: 'ship_address_2', help: 'second line, such as a floor; an empty text removes it' },
  city: { field: 'ship_city', help: 'city' },
  region: { field: 'ship_region', help: 'state or region; an empty text removes it' },
  'postal-code': { field: 'ship_postal_code', help: 'postal code' },
  country: { field: 'ship_country', help: 'country, by its name or its code, such as DE' },
} as const;

export type AddressField = (typeof addressOptions)[keyof typeof addressOptions]['field'];
