/** The consignee as orders have it. Null for a value that is not set. */
export interface ShipTo {
  readonly ship_to_name: string | null;
  readonly ship_address_1: string | null;
  readonly ship_address_2?: string | null | undefined;
  readonly ship_city: string | null;
  readonly ship_region?: string | null | undefined;
  readonly ship_postal_code: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly ship_country: string | null;
  readonly ship_company?: string | null | undefined;
  readonly ship_phone?: string | null | undefined;
  readonly ship_email?: string | null | undefined;
  /** Null if unknown. */
  readonly ship_residential?: boolean | null | undefined;
}

/** The fields of its postal address, from the name to the country. */
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

/** Facts about the consignee that carriers get with the postal address. */
export const contactFields = [
  'ship_company',
  'ship_phone',
  'ship_email',
  'ship_residential',
] as const satisfies readonly (keyof ShipTo)[];

export const consigneeFields = [...shipToFields, ...contactFields] as const;

export type ConsigneeField = (typeof consigneeFields)[number];

/** Returns the postal address of a record alone, such as the one of an order. */
export function shipToOf<T extends ShipTo>(record: T): Pick<T, ShipToField> {
  return Object.fromEntries(shipToFields.map((field) => [field, record[field]])) as Pick<T, ShipToField>;
}

/** Returns the consignee of a record alone, such as the one of an order. */
export function consigneeOf<T extends ShipTo>(record: T): Pick<T, ConsigneeField> {
  return Object.fromEntries(consigneeFields.map((field) => [field, record[field] ?? null])) as Pick<T, ConsigneeField>;
}

/** An address by the names that customers, sites and carriers give to its parts. */
export interface PlainAddress {
  readonly name: string | null;
  readonly address_1: string | null;
  readonly address_2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

/** The same with the further facts that carriers get. */
export interface Consignee extends PlainAddress {
  readonly company: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly residential: boolean | null;
}

/** Returns the plain name of a field, such as `region` of `ship_region`. */
export const plainName = (field: string) => field.replace(/^(ship|bill)_(to_)?/, '') as keyof Consignee;

/** Returns a consignee by the plain names of its parts. */
export const plainAddress = (record: ShipTo) =>
  Object.fromEntries(consigneeFields.map((field) => [plainName(field), record[field] ?? null])) as unknown as Consignee;

/** Returns the parts of an address that are set, from the name to the country, with postal code, city and region as one. */
export function addressParts({
  name,
  company,
  address_1,
  address_2,
  city,
  region,
  postal_code,
  country,
}: PlainAddress & Partial<Pick<Consignee, 'company'>>): string[] {
  const place = [[postal_code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  return [name, company, address_1, address_2, place, country].filter((line): line is string => Boolean(line));
}
