import { type PlainAddress, plainAddress } from '../../../lib/addresses/ship-to.ts';
import type { BookContext, BookedCarton, BookedOrder, HookContext, ReturnContext, ShipFrom } from '../../contract.ts';
import { CarrierRefused } from '../../errors.ts';
import type { LabelService, NewShipment, ServiceAddress, Shipment } from './label-service.ts';

export interface SenderOptions {
  /** Prefix of all references, different for installations that share an account. */
  readonly reference: string;
  readonly label_format: string;
  readonly from: { readonly [Member in Exclude<keyof ServiceAddress, 'residential'>]?: string | undefined };
}

/** Returns the shipment of a carton. */
export function shipmentOfCarton(
  service: LabelService,
  context: BookContext<SenderOptions>,
  carton: BookedCarton,
): Promise<Shipment> {
  const wanted = newShipment(context, carton.weight_g, `${context.order.number}/${carton.number}`, carton);
  return shipmentOf(service, context, `${context.idempotencyKey}-${carton.id}`, wanted);
}

/**
 * Returns the shipment of a return. Its addresses are those of the way out: the service exchanges them, because `is_return` is
 * set. The parcel has no size, because the customer chooses it.
 */
export function shipmentOfReturn(service: LabelService, context: ReturnContext<SenderOptions>): Promise<Shipment> {
  const { order, site, returnorder, weight_g } = context;
  const sent = { options: context.options, order: { ...order, site } };
  const wanted = { ...newShipment(sent, weight_g, returnorder.number), is_return: true };
  return shipmentOf(service, context, context.idempotencyKey, wanted);
}

/**
 * Returns the shipment with a key: the bought one, otherwise an unchanged one of an earlier attempt, otherwise a new one. After a
 * refund or a changed address a new shipment gets the next reference: `…-2`, `…-3`.
 */
async function shipmentOf(
  service: LabelService,
  { options, log }: HookContext<SenderOptions>,
  key: string,
  wanted: NewShipment,
): Promise<Shipment> {
  const reference = `${options.reference}-${key}`.replaceAll(/[^0-9A-Za-z]+/g, '-');
  let usable: Shipment | undefined;
  for (let generation = 1; generation <= generations; generation++) {
    const name = generation === 1 ? reference : `${reference}-${generation}`;
    const shipment = await service.find(name);
    if (!shipment) return usable ? service.rateAgain(usable) : service.make(name, wanted);
    if (isBought(shipment)) {
      if (isRefunded(shipment)) continue;
      if (fits(shipment, wanted)) return shipment;
      log.warn('a label for another address or weight is ignored', { reference: name, shipment: shipment.id });
    } else if (isUnchanged(shipment, wanted)) usable = shipment;
  }
  throw new CarrierRefused(`${generations} shipments exist for it already; check them at the label service`);
}

/** Greatest number of shipments for one parcel. Each refund and each changed address needs a new one. */
const generations = 20;

export function isBought({ postage_label, tracking_code }: Shipment): boolean {
  return Boolean(postage_label && tracking_code);
}

/** Returns true if a refund was requested, so that the label must not be used. */
export function isRefunded({ refund_status: status }: Shipment): boolean {
  return status === 'submitted' || status === 'refunded' || status === 'not_applicable';
}

/** @param printed a text for the label */
function newShipment(
  { order, options }: Pick<BookContext<SenderOptions>, 'order' | 'options'>,
  grams: number | null,
  printed: string,
  { length_mm: length, width_mm: width, depth_mm: height }: Partial<BookedCarton> = {},
): NewShipment {
  if (grams === null || grams <= 0) {
    throw new CarrierRefused('it has no weight: set the weights of its parts, or weigh it');
  }
  const sized = length && width && height;
  return {
    to_address: {
      ...serviceAddress(plainAddress(order)),
      company: order.ship_company ?? null,
      phone: order.ship_phone ?? order.customer?.phone ?? null,
      email: order.ship_email ?? order.customer?.email ?? null,
      ...(order.ship_residential == null ? {} : { residential: order.ship_residential }),
    },
    from_address: from(order, options),
    parcel: {
      weight: ounces(grams),
      ...(sized ? { length: inches(length), width: inches(width), height: inches(height) } : {}),
    },
    options: { label_format: options.label_format, print_custom_1: printed },
  };
}

/** Returns the address of the order's site. The options of the carrier replace parts of it. */
function from({ site }: BookedOrder, { from: written }: SenderOptions): ServiceAddress {
  const address: ServiceAddress = { ...(site ? addressOf(site) : noAddress), ...written };
  if (address.street1 && address.city && address.country) return address;
  throw new CarrierRefused(
    'the sender has no address: set the address of the site, or the option "from" of this carrier',
  );
}

/** Returns an address by the names of the label service. */
function serviceAddress({ name, address_1, address_2, city, region, postal_code, country }: PlainAddress) {
  return { name, street1: address_1, street2: address_2, city, state: region, zip: postal_code, country };
}

function addressOf(site: ShipFrom): ServiceAddress {
  return {
    ...serviceAddress({ ...site, name: site.contact_name }),
    company: site.name,
    phone: site.phone,
    email: site.email,
  };
}

const noAddress: ServiceAddress = {
  name: null,
  company: null,
  street1: null,
  street2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  phone: null,
  email: null,
};

/**
 * Returns true if a shipment has the wanted weight and addresses. A service may change the form of an address, for example to
 * capitals, one street line or ZIP+4. Such an address counts as the same.
 */
function isUnchanged(shipment: Shipment, wanted: NewShipment): boolean {
  const same = (one: object | null | undefined, other: object) =>
    compared.every((members) => plain(one, ...members) === plain(other, ...members)) && sameCode(one, other);
  const [to, from] = addressesOf(shipment, (address) => same(address, wanted.to_address));
  return (
    shipment.parcel?.weight === wanted.parcel.weight && same(to, wanted.to_address) && same(from, wanted.from_address)
  );
}

/**
 * Returns the two addresses of a shipment as they were sent. No recording shows whether the service answers those of a return
 * exchanged or not, so both are taken.
 */
function addressesOf({ to_address: to, from_address: from, is_return }: Shipment, isTo: (one: typeof to) => boolean) {
  return is_return && isTo(from) ? ([from, to] as const) : ([to, from] as const);
}

const compared = [['name'], ['street1', 'street2'], ['city'], ['state'], ['country']] as const;

/**
 * Returns true if a bought label is for this parcel in its present state. The purchase may complete an address (ZIP+4), so that only
 * postal code and country are compared.
 */
function fits(bought: Shipment, wanted: NewShipment): boolean {
  const isThere = (one: object | null | undefined) =>
    plain(one, 'country') === plain(wanted.to_address, 'country') && sameCode(one, wanted.to_address);
  const [to] = addressesOf(bought, isThere);
  return bought.parcel?.weight === wanted.parcel.weight && isThere(to);
}

function sameCode(one: object | null | undefined, other: object): boolean {
  const [there, here] = [plain(one, 'zip'), plain(other, 'zip')];
  return there.startsWith(here) || here.startsWith(there);
}

function plain(address: object | null | undefined, ...members: readonly string[]): string {
  const texts = members.map((member) => (address as Record<string, unknown> | null | undefined)?.[member] ?? '');
  return texts
    .join('')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Converts grams to ounces, rounded up to tenths, because carriers charge extra for parcels above their declared weight. */
function ounces(grams: number): number {
  return tenthsUp(grams / 28.349_523_125);
}

/** Converts millimetres to inches, rounded up to tenths. */
function inches(millimetres: number): number {
  return tenthsUp(millimetres / 25.4);
}

/** Rounds up to tenths. The small subtraction removes rounding errors of the division. */
function tenthsUp(value: number): number {
  return Math.ceil(value * 10 - 1e-9) / 10;
}
