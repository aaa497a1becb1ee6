import { Context } from '@temporalio/activity';
import type { Client, SalesOrder } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';
import { callOptions } from '../shared/call-options.ts';
import {
  asBooked,
  asBookedCarton,
  asShipment,
  bookingsWhere,
  type CarrierDependencies,
  carrierCalled,
  keepLabel,
} from '../shared/carrier-hooks.ts';
import { byKey } from './booking-keys.ts';

/** States of a booking that is not the carton's any more. */
const givenBack = ['canceling', 'canceled', 'refused'];

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

/**
 * Has the carrier's plugin book what is not booked yet, keeps it with the cartons, and fetches labels that did not come along. It
 * may be run again after a crash anywhere in it: cartons already booked are passed over, and the carrier gets the same key again.
 */
export async function bookCartons(
  { client, carriers, hooks }: CarrierDependencies,
  input: BookInput,
): Promise<BookResult> {
  const { orderId, step } = input;
  const carrier = carrierCalled(carriers, input.carrier);
  const { cancellationSignal: signal } = Context.current();
  const order = await client.salesorder.get(
    orderId,
    { embed: 'carrier,carrierservicelevel,packs,site' },
    callOptions(),
  );
  const cartons = (await cartonsOf(client, order)).filter(({ tracking_number }) => !tracking_number);
  if (cartons.length === 0 && !carrier.plugin.label) return { booked: 0, tracking_numbers: [] };
  const voided = cartons.length === 0 ? [] : await bookingsWhere(client, { order_id: orderId, state: givenBack });
  const tracking = new Set<string>();
  for (const { idempotencyKey, cartons: asked } of byKey(`conveyor/order/${orderId}/${step}`, cartons, voided)) {
    const cartons = asked.map((carton) => asBookedCarton(carton));
    const about = { carrier: carrier.name, order: asBooked(order, order.site), cartons, idempotencyKey };
    for (const { carton_id, label, cost, ...booked } of await hooks.call(carrier, 'book', about, signal)) {
      const paid = cost ? { cost: cost.amount, cost_currency: cost.currency } : {};
      const body = { order_id: orderId, carrier_name: carrier.name, plugin: carrier.plugin.name, ...booked, ...paid };
      const { id } = await client.carton.booking(carton_id, body, callOptions());
      if (label) await keepLabel(client, id, label);
      tracking.add(booked.tracking_number);
    }
  }
  if (carrier.plugin.label) await fetchLabels({ client, carriers, hooks }, input);
  return { booked: cartons.length, tracking_numbers: [...tracking] };
}

/** Those of the order that have none, and no address of one either. */
async function fetchLabels(
  { client, carriers, hooks }: CarrierDependencies,
  { orderId, carrier: name }: BookInput,
): Promise<void> {
  const carrier = carrierCalled(carriers, name);
  const where = { order_id: orderId, state: 'booked', carrier_name: name };
  const bookings = await bookingsWhere(client, where);
  for (const booking of bookings.filter(({ label_type, label_url }) => !label_type && !label_url)) {
    const about = { carrier: name, booking: asShipment(booking), idempotencyKey: `conveyor/label/${booking.id}` };
    await keepLabel(
      client,
      booking.id,
      await hooks.call(carrier, 'label', about, Context.current().cancellationSignal),
    );
  }
}

/** The cartons that hold something of the order; a pack, and even a carton, may hold other orders too (spec 4.4). */
async function cartonsOf(client: Client, order: Pick<SalesOrder, 'id'> & { packs?: readonly { id: number }[] }) {
  const embed = 'contents.part,cartontype' as const;
  const lists = (order.packs ?? []).map((pack) => client.pack.carton.list(pack.id, { embed }, callOptions()));
  return (await Promise.all(lists))
    .flat()
    .filter(({ contents }) => contents?.some((content) => content.order_id === order.id));
}
