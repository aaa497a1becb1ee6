import { ofAnyKind } from '../../client/any-order.ts';
import type { Client } from '../../client/client.ts';
import { Failure } from '../../lib/failure.ts';
import {
  bookedOrderEmbed,
  toBookedCarton,
  toBookedContent,
  toBookedOrder,
  toReturn,
  toShipFrom,
  toShipment,
} from '../../plugins/hook-records.ts';
import type { BookedCarton, BookedOrder, BookedShipment, CarrierHook, ShipFrom } from '../../plugins/shipment.ts';
import type { OrderFacts } from '../../records/facts.ts';

/** The records of a hook, as the engine makes them, and sentences about records that had to be made up. */
export interface HookRecords {
  readonly records: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** Reads the records of a hook from the service. @param carrier name of the carrier whose bookings are read */
export async function hookRecords(
  client: Client,
  hook: CarrierHook,
  facts: OrderFacts,
  carrier: string,
): Promise<HookRecords> {
  const order = await ofAnyKind(client, facts.id, (orders, record) =>
    orders.get(facts.id, { embed: bookedOrderEmbed(record) }),
  );
  if (hook === 'bookReturn') {
    if (!order.site) throw new Failure(`Order ${facts.number} has no site.`);
    const { goods, notes } = await returnOf(client, facts, order.site);
    return { records: { order: toBookedOrder(order, order.site), ...goods }, notes };
  }
  const { cartons, notes } = await cartonsOf(client, order.packs ?? [], facts);
  if (hook === 'book') {
    const unbooked = cartons.filter(({ isBooked }) => !isBooked);
    if (unbooked.length === 0) notes.push('All cartons are booked already. The hook gets them all the same.');
    const given = (unbooked.length > 0 ? unbooked : cartons).map(({ carton }) => carton);
    return { records: { order: toBookedOrder(order, order.site), cartons: given }, notes };
  }
  const booked = await bookingsOf(client, hook, facts.id, carrier);
  if (booked.length > 0) return { records: recordsOf(hook, booked), notes: [] };
  if (!order.site) throw new Failure(`Order ${facts.number} has no site.`);
  notes.push(`The order has no booking with ${carrier} for this hook. The hook gets a made-up one for each carton.`);
  const site = toShipFrom(order.site);
  const standIns = cartons.map(({ carton }) => ({ shipment: madeUpShipment(order, carton), site }));
  return { records: recordsOf(hook, standIns), notes };
}

/** Reads the latest return of the order. For an order without one, all of its lines come back. */
async function returnOf(client: Client, { id, number, lines, weight_g }: OrderFacts, site: ShipFrom) {
  const where = { salesorder_id: id };
  const embed = 'site,lines.part' as const;
  const { data } = await client.returnorder.list({ where, embed, sort: '-id', perPage: 1 });
  if (data[0]) return { goods: toReturn(data[0]), notes: [] };
  const returnorder = { id: 1, number: `R-${number}`, reason: null };
  const contents = lines.flatMap(({ part, qty }) => (part ? [toBookedContent(part, qty)] : []));
  const notes = ['The order has no return. The hook gets a made-up one of all lines of the order.'];
  return { goods: { returnorder, site: toShipFrom(site), contents, weight_g: grams(weight_g) }, notes };
}

const grams = (weight: string | null) => (weight === null ? null : Math.round(Number(weight)));

interface OpenCarton {
  readonly carton: BookedCarton;
  readonly isBooked: boolean;
}

/** Reads the cartons that hold units of the order. An order that is not packed yet gets one carton with all of its lines. */
async function cartonsOf(
  client: Client,
  packs: readonly { readonly id: number }[],
  { id, lines, weight_g }: OrderFacts,
): Promise<{ cartons: OpenCarton[]; notes: string[] }> {
  const embed = 'contents.part,cartontype' as const;
  const lists = await Promise.all(packs.map((pack) => client.pack.carton.list(pack.id, { embed })));
  const packed = lists.flat().filter(({ contents }) => contents?.some(({ order_id }) => order_id === id));
  if (packed.length > 0) {
    const cartons = packed.map((carton) => ({
      carton: toBookedCarton(carton),
      isBooked: Boolean(carton.tracking_number),
    }));
    return { cartons, notes: [] };
  }
  const contents = lines.flatMap(({ part, qty }) => (part ? [toBookedContent(part, qty)] : []));
  const carton = {
    id: 1,
    number: '1',
    weight_g: grams(weight_g),
    width_mm: null,
    length_mm: null,
    depth_mm: null,
    contents,
  };
  return {
    cartons: [{ carton, isBooked: false }],
    notes: ['The order has no cartons yet. The hook gets a made-up one with all lines of the order.'],
  };
}

interface SiteShipment {
  readonly shipment: BookedShipment;
  readonly site: ShipFrom;
}

/** Reads the bookings that a hook gets. A pickup is asked for those without one, at one site. */
async function bookingsOf(client: Client, hook: CarrierHook, order: number, carrier: string): Promise<SiteShipment[]> {
  const where = { order_id: order, state: 'booked', carrier_name: carrier } as never;
  const bookings = [];
  for await (const booking of client.booking.each({ where, embed: 'order,site' as const, perPage: 100 })) {
    const isOpen = hook !== 'schedulePickup' || booking.pickup_confirmation === null;
    if (booking.carton_id !== null && isOpen) bookings.push(booking);
  }
  const [first] = bookings;
  return bookings
    .filter(({ site_id }) => hook !== 'schedulePickup' || site_id === first?.site_id)
    .map((booking) => ({ shipment: toShipment(booking), site: toShipFrom(booking.site) }));
}

function recordsOf(hook: CarrierHook, booked: readonly SiteShipment[]): HookRecords['records'] {
  const bookings = booked.map(({ shipment }) => shipment);
  if (hook === 'label') return { booking: bookings[0] };
  return hook === 'schedulePickup' ? { site: booked[0]?.site, bookings } : { bookings };
}

function madeUpShipment(
  { id, number }: Pick<BookedOrder, 'id' | 'number'>,
  { id: carton, number: cartonNumber, weight_g }: BookedCarton,
): BookedShipment {
  return {
    booking_id: carton,
    order: { id, number },
    carton: { id: carton, number: cartonNumber, weight_g },
    tracking_number: `TRIAL-${cartonNumber}`,
    reference: null,
    service: null,
    label_url: null,
    cost: null,
    details: {},
    booked_at: new Date().toISOString(),
  };
}
