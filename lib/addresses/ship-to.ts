/** The ship-to address as orders have it. Null for a value that is not set. */
export interface ShipTo {
  readonly ship_to_name: string | null;
  readonly ship_address_1: string | null;
  readonly ship_address_2?: string | null | undefined;
  readonly ship_city: string | null;
  readonly ship_region?: string | null | undefined;
  readonly ship_postal_code: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly ship_country: string | null;
}

/** Its fields, from the name to the country. */
export const shipToFields = [
  'ship_to_name',
  'ship_address_1',
  'ship_address_2',
  'ship_city',
  'ship_region',
  'ship_postal_code',
  'ship_country',
] as const satisfies readonly (keyof ShipTo)[];

export type ShipToField = (typeof shipToFields)[number];

/** Returns the ship-to address of a record alone, such as the one of an order. */
export function shipToOf<T extends ShipTo>(record: T): Pick<T, ShipToField> {
  return Object.fromEntries(shipToFields.map((field) => [field, record[field]])) as Pick<T, ShipToField>;
}

/** An address by the names that sites and carriers give to its parts. */
export interface PlainAddress {
  readonly name: string | null;
  readonly address_1: string | null;
  readonly address_2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

/** Returns the plain name of a field, such as `region` of `ship_region`. */
export const plainName = (field: ShipToField) => field.replace(/^ship_(to_)?/, '') as keyof PlainAddress;

/** Returns a ship-to address by the plain names of its parts. */
export const plainAddress = (record: ShipTo) =>
  Object.fromEntries(shipToFields.map((field) => [plainName(field), record[field] ?? null])) as unknown as PlainAddress;

/** Returns the parts of an address that are set, from the name to the country, with postal code, city and region as one. */
export function addressParts({
  name,
  address_1,
  address_2,
  city,
  region,
  postal_code,
  country,
}: PlainAddress): string[] {
  const place = [[postal_code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  return [name, address_1, address_2, place, country].filter((line): line is string => Boolean(line));
}
