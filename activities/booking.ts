import { Context } from '@temporalio/activity';
import type { Carton, Client, SalesOrder } from '../client/client.ts';
import { bookWith } from '../plugins/booking.ts';
import type { BookedCarton, BookedOrder } from '../plugins/contract.ts';
import type { Step } from '../plugins/plan.ts';
import type { ConfiguredCarrier } from '../plugins/ruleset.ts';
import { callOptions } from './call-options.ts';
import { refusal } from './failure.ts';

export interface BookInput {
  orderId: number;
  /** Name of the carrier in the configuration. */
  carrier: string;
  /** Step that the booking comes before. */
  step: Step;
}

export interface BookResult {
  /** Cartons booked now; those that had a tracking number are left as they are. */
  booked: number;
  tracking_numbers: string[];
}

export interface BookingDependencies {
  readonly client: Client;
  readonly carriers: readonly ConfiguredCarrier[];
}

/**
 * Has the carrier's plugin book what is not booked yet, and writes the tracking numbers onto the cartons. It may be run
 * again after a crash anywhere in it: cartons already written are passed over, and the carrier gets the same key again.
 */
export async function bookCartons({ client, carriers }: BookingDependencies, input: BookInput): Promise<BookResult> {
  const { orderId, step } = input;
  const carrier = carriers.find(({ name }) => name === input.carrier);
  if (!carrier) {
    throw refusal('carrier.unknown', `The configuration of this worker has no carrier called ${input.carrier}.`);
  }
  const order = await client.salesorder.get(orderId, { embed: 'carrier,carrierservicelevel,packs' }, callOptions());
  const cartons = (await cartonsOf(client, order)).filter(({ tracking_number }) => !tracking_number);
  if (cartons.length === 0) return { booked: 0, tracking_numbers: [] };
  const bookings = await bookWith(carrier, {
    order: asBooked(order),
    cartons: cartons.map((carton) => asBookedCarton(carton)),
    idempotencyKey: `conveyor/order/${orderId}/${step}`,
    signal: Context.current().cancellationSignal,
  });
  const booked = new Map(bookings.map((booking) => [booking.carton_id, booking]));
  for (const carton of cartons) {
    const { tracking_number, label_url } = booked.get(carton.id) ?? {};
    const details = { tracking_number, label_url, ...(order.carrier_id ? { carrier_id: order.carrier_id } : {}) };
    await client.pack.carton.update(carton.pack_id, carton.id, details, callOptions());
  }
  return { booked: cartons.length, tracking_numbers: [...new Set(bookings.map((booking) => booking.tracking_number))] };
}

/** The cartons that hold something of the order; a pack, and even a carton, may hold other orders too (spec 4.4). */
async function cartonsOf(client: Client, order: SalesOrder): Promise<Carton[]> {
  const found: Carton[] = [];
  for (const pack of order.packs ?? []) {
    const cartons = await client.pack.carton.list(pack.id, { embed: 'contents.part' }, callOptions());
    found.push(...cartons.filter(({ contents }) => contents?.some((content) => content.order_id === order.id)));
  }
  return found;
}

function asBooked(order: SalesOrder): BookedOrder {
  const { id, number, ship_to_name, ship_address_1, ship_city, ship_postal_code, ship_country } = order;
  const address = { ship_to_name, ship_address_1, ship_city, ship_postal_code, ship_country };
  const { carrier = null, carrierservicelevel = null } = order;
  return { id, number, ...address, carrier, carrierservicelevel };
}

function asBookedCarton({ id, number, weight_g, contents }: Carton): BookedCarton {
  const listed = contents?.map(({ part, qty }) => ({ part_number: part?.number ?? '', qty: String(qty) }));
  return { id, number: String(number), weight_g, contents: listed };
}
