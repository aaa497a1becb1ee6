import { type PlainAddress, plainAddress } from '../../../lib/addresses/ship-to.ts';
import type { BookContext, BookedCarton, BookedOrder, ShipFrom } from '../../contract.ts';
import { CarrierRefused } from '../../errors.ts';
import type { LabelService, NewShipment, ServiceAddress, Shipment } from './label-service.ts';

export interface SenderOptions {
  /** Prefix of all references, different for installations that share an account. */
  readonly reference: string;
  readonly label_format: string;
  readonly from: { readonly [Member in Exclude<keyof ServiceAddress, 'residential'>]?: string | undefined };
}

/**
 * Returns the shipment of a carton: the bought one, otherwise an unchanged one of an earlier attempt, otherwise a new one. After a
 * refund or a changed address a new shipment gets the next reference: `…-2`, `…-3`.
 */
export async function shipmentOf(
  service: LabelService,
  context: BookContext<SenderOptions>,
  carton: BookedCarton,
): Promise<Shipment> {
  const wanted = newShipment(context, carton);
  const { options, idempotencyKey, log } = context;
  const reference = `${options.reference}-${idempotencyKey}-${carton.id}`.replaceAll(/[^0-9A-Za-z]+/g, '-');
  let usable: Shipment | undefined;
  for (let generation = 1; generation <= generations; generation++) {
    const name = generation === 1 ? reference : `${reference}-${generation}`;
    const shipment = await service.find(name);
    if (!shipment) return usable ? service.rateAgain(usable) : service.make(name, wanted);
    if (isBought(shipment)) {
      if (isRefunded(shipment)) continue;
      if (fits(shipment, wanted)) return shipment;
      log.warn('a label for another address or weight is ignored', { carton: carton.id, shipment: shipment.id });
    } else if (isUnchanged(shipment, wanted)) usable = shipment;
  }
  throw new CarrierRefused(`${generations} shipments exist for it already; check them at the label service`);
}

/** Greatest number of shipments for one carton. Each refund and each changed address needs a new one. */
const generations = 20;

export function isBought({ postage_label, tracking_code }: Shipment): boolean {
  return Boolean(postage_label && tracking_code);
}

/** Returns true if a refund was requested, so that the label must not be used. */
export function isRefunded({ refund_status: status }: Shipment): boolean {
  return status === 'submitted' || status === 'refunded' || status === 'not_applicable';
}

function newShipment({ order, options }: BookContext<SenderOptions>, carton: BookedCarton): NewShipment {
  if (carton.weight_g === null || carton.weight_g <= 0) {
    throw new CarrierRefused('it has no weight: set the weights of its parts, or weigh it');
  }
  const { length_mm: length, width_mm: width, depth_mm: height } = carton;
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
      weight: ounces(carton.weight_g),
      ...(sized ? { length: inches(length), width: inches(width), height: inches(height) } : {}),
    },
    options: { label_format: options.label_format, print_custom_1: `${order.number}/${carton.number}` },
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
  return (
    shipment.parcel?.weight === wanted.parcel.weight &&
    same(shipment.to_address, wanted.to_address) &&
    same(shipment.from_address, wanted.from_address)
  );
}

const compared = [['name'], ['street1', 'street2'], ['city'], ['state'], ['country']] as const;

/**
 * Returns true if a bought label is for this carton in its present state. The purchase may complete an address (ZIP+4), so that only
 * postal code and country are compared.
 */
function fits(bought: Shipment, wanted: NewShipment): boolean {
  return (
    bought.parcel?.weight === wanted.parcel.weight &&
    plain(bought.to_address, 'country') === plain(wanted.to_address, 'country') &&
    sameCode(bought.to_address, wanted.to_address)
  );
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
