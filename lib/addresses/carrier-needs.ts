import { hasField, isEmpty, isRegionCode } from './completeness.ts';
import type { ShipTo } from './ship-to.ts';

/** The needs of carriers beyond the format of the country's addresses, and their tests. */

/** The members of an order that the needs concern. */
export interface ShippedOrder extends ShipTo {
  readonly customer?: {
    readonly type: string;
    readonly phone: string | null;
    readonly email: string | null;
  } | null;
}

interface Need {
  /** The needs of the carrier, after `Speedy Express needs`. */
  readonly words: string;
  isMet(order: ShippedOrder): boolean;
}

/** Post office boxes in the words of several languages. */
const postOfficeBox =
  /(?<!\p{L})(p\.? ?o\.? ?(box|bx)|post ?office box|pob(?= \d)|postfach|postbus|postboks|box postal|bo[iî]te postale|b\.?p\.?(?= ?\d)|case postale|casella postale|caixa postal|apartado( postal| de correos)?|casilla( postal| de correos?)?|skrytka pocztowa)(?!\p{L})/iu;

const needs = {
  name: { words: 'the name of the consignee', isMet: (order) => !isEmpty(order.ship_to_name) },
  street: { words: 'a street', isMet: (order) => !isEmpty(order.ship_address_1) },
  city: { words: 'a city', isMet: (order) => !isEmpty(order.ship_city) },
  state: { words: 'a state or region', isMet: (order) => hasIfThere(order, 'region', order.ship_region) },
  state_code: { words: 'the state as its code, such as NJ', isMet: hasStateCode },
  postal_code: {
    words: 'a postal code',
    isMet: (order) => hasIfThere(order, 'postal_code', order.ship_postal_code),
  },
  country: { words: 'a country', isMet: (order) => !isEmpty(order.ship_country) },
  phone: {
    words: 'a telephone number of the customer',
    isMet: ({ ship_phone, customer }) => !isEmpty(ship_phone ?? customer?.phone),
  },
  email: {
    words: 'an e-mail address of the customer',
    isMet: ({ ship_email, customer }) => !isEmpty(ship_email ?? customer?.email),
  },
  company: {
    words: 'a company as customer',
    isMet: ({ ship_company, customer }) => !isEmpty(ship_company) || customer?.type === 'Company',
  },
  residential: {
    words: 'a private person as customer',
    isMet: ({ ship_residential, customer }) => ship_residential ?? customer?.type === 'Individual',
  },
  no_po_box: {
    words: 'a street in place of a post office box',
    isMet: (order) => !postOfficeBox.test(`${order.ship_address_1 ?? ''}\n${order.ship_address_2 ?? ''}`),
  },
} satisfies Record<string, Need>;

export type NeedName = keyof typeof needs;
export const needNames = Object.keys(needs) as readonly NeedName[];

/** Needs for every order, and further ones for those of a service level. */
export interface CarrierNeeds {
  readonly always: readonly NeedName[];
  readonly service_levels: Readonly<Record<string, readonly NeedName[]>>;
}

/** Returns what an order lacks for its carrier, in words such as `a street`. */
export function lacksForCarrier(
  { always, service_levels }: CarrierNeeds,
  order: ShippedOrder,
  serviceLevel: string | null | undefined,
): string[] {
  const ofLevel = Object.entries(service_levels).filter(
    ([name]) => name.toLowerCase() === (serviceLevel ?? '').toLowerCase(),
  );
  const all = new Set([...always, ...ofLevel.flatMap(([, own]) => own)]);
  return needNames.filter((name) => all.has(name) && !needs[name].isMet(order)).map((name) => needs[name].words);
}

/** Returns whether an order has a field, or goes to a country whose addresses do not have it. */
function hasIfThere({ ship_country }: ShippedOrder, field: 'region' | 'postal_code', value: string | null | undefined) {
  return !isEmpty(value) || (ship_country !== null && !hasField(ship_country, field));
}

function hasStateCode(order: ShippedOrder): boolean {
  const { ship_country, ship_region } = order;
  return (
    hasIfThere(order, 'region', ship_region) &&
    (ship_country === null || isRegionCode(ship_country, ship_region ?? null))
  );
}
