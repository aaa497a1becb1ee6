import type { BookContext, BookedCarton, BookedOrder } from '../../contract.ts';
import { CarrierRefused } from '../../errors.ts';
import { inches, ounces } from '../measures.ts';
import type { LabelService, NewShipment, ServiceAddress, Shipment } from './label-service.ts';

export interface SenderOptions {
  /** First part of all references: what keeps two installations apart that share an account. */
  readonly reference: string;
  readonly label_format: string;
  readonly from: { readonly [Member in keyof ServiceAddress]?: string | undefined };
}

/**
 * The shipment of a carton: the one that was bought for it; else one that was made for it and still says the same; else a new one.
 * Made anew after a label was given back or an address mended, it has another reference: `…-2`, `…-3`.
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
    const found = await service.find(name);
    if (!found) return usable ? service.rateAgain(usable) : service.make(name, wanted);
    if (isBought(found)) {
      if (isGivenBack(found)) continue;
      if (fits(found, wanted)) return found;
      log.warn('a label for another address or weight is left alone', { carton: carton.id, shipment: found.id });
    } else if (saysTheSame(found, wanted)) usable = found;
  }
  throw new CarrierRefused(`${generations} shipments were made for it already; look at them at the label service`);
}

/** A label that is given back and an address that is mended are one each; nobody mends so often. */
const generations = 20;

export function isBought({ postage_label, tracking_code }: Shipment): boolean {
  return Boolean(postage_label && tracking_code);
}

/** Its price was asked back, and so it is not to be used. */
export function isGivenBack({ refund_status: status }: Shipment): boolean {
  return status === 'submitted' || status === 'refunded' || status === 'not_applicable';
}

function newShipment({ order, options }: BookContext<SenderOptions>, carton: BookedCarton): NewShipment {
  if (carton.weight_g === null || carton.weight_g <= 0) {
    throw new CarrierRefused('it has no weight: give its parts one, or weigh it');
  }
  const { length_mm: length, width_mm: width, depth_mm: height } = carton;
  const sized = length && width && height;
  return {
    to_address: {
      name: order.ship_to_name,
      company: null,
      street1: order.ship_address_1,
      street2: order.ship_address_2 ?? null,
      city: order.ship_city,
      state: order.ship_region ?? null,
      zip: order.ship_postal_code,
      country: order.ship_country,
    },
    from_address: from(order, options),
    parcel: {
      weight: ounces(carton.weight_g),
      ...(sized ? { length: inches(length), width: inches(width), height: inches(height) } : {}),
    },
    options: { label_format: options.label_format, print_custom_1: `${order.number}/${carton.number}` },
  };
}

/** The address of the order's site, and over it what the configuration says. */
function from({ site }: BookedOrder, { from: written }: SenderOptions): ServiceAddress {
  const address: ServiceAddress = {
    name: site?.contact_name ?? null,
    company: site?.name ?? null,
    street1: site?.address_1 ?? null,
    street2: site?.address_2 ?? null,
    city: site?.city ?? null,
    state: site?.region ?? null,
    zip: site?.postal_code ?? null,
    country: site?.country ?? null,
    phone: site?.phone ?? null,
    email: site?.email ?? null,
    ...written,
  };
  if (address.street1 && address.city && address.country) return address;
  throw new CarrierRefused(
    'there is no address to send from: give the site one, or write it under "from" of this carrier',
  );
}

/**
 * A service may write addresses in its own way, in capitals, the two lines of a street as one, with ZIP+4: that is no other
 * address.
 */
function saysTheSame(found: Shipment, wanted: NewShipment): boolean {
  const same = (one: object | null | undefined, other: object) =>
    compared.every((members) => plain(one, ...members) === plain(other, ...members)) && sameCode(one, other);
  return (
    found.parcel?.weight === wanted.parcel.weight &&
    same(found.to_address, wanted.to_address) &&
    same(found.from_address, wanted.from_address)
  );
}

const compared = [['name'], ['street1', 'street2'], ['city'], ['state'], ['country']] as const;

/**
 * Whether a label that is bought is for this carton, or was bought for what it was before, or by somebody who counts cartons as we
 * do. An address may have been completed at the purchase (ZIP+4), and so it is told by its postal code and country.
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
