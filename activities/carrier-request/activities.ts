import { Context } from '@temporalio/activity';
import type { Client } from '../../client/client.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { HookResults } from '../../plugins/sandbox/hook-results.ts';
import type { CarrierRequestInput } from '../../workflows/contract/carrier-request.ts';
import { callOptions } from '../shared/call-options.ts';
import {
  asShipment,
  asSite,
  bookingsOf,
  bookingsWhere,
  type CarrierDependencies,
  carrierCalled,
  keepLabel,
} from '../shared/carrier-hooks.ts';
import { refusal, withTemporalFailures } from '../shared/failure.ts';

/** What an order asks for when it comes to its pickup. */
export interface AskPickupInput {
  orderId: number;
  carrier: string;
}

/** What errands to carriers ask for: everything after the booking. */
export function createCarrierRequestActivities(given: CarrierDependencies) {
  const { client, carriers, hooks } = given;

  type Found = Awaited<ReturnType<typeof bookingsOf>>;

  const about = (carrier: ConfiguredCarrier, bookings: Found, what: string) => ({
    carrier: carrier.name,
    bookings: bookings.map((booking) => asShipment(booking)),
    idempotencyKey: `conveyor/${what}`,
  });
  const signal = () => Context.current().cancellationSignal;

  async function cancel(carrier: ConfiguredCarrier, bookings: Found): Promise<number> {
    const open = bookings.filter(({ state }) => state === 'canceling');
    if (open.length === 0) return 0;
    const answers = carrier.plugin.cancel
      ? await hooks.call(carrier, 'cancel', about(carrier, open, `booking/${open[0]!.id}/cancel`), signal())
      : open.map(({ id }) => ({ booking_id: id, canceled: false, why: cannot(carrier, 'void labels') }));
    for (const { booking_id, canceled, why, refund } of answers as HookResults['cancel']) {
      const amount = refund ? { refund: refund.amount, currency: refund.currency } : {};
      await client.booking.update(booking_id, { canceled: { done: canceled, why, ...amount } }, callOptions());
    }
    return answers.length;
  }

  async function track(carrier: ConfiguredCarrier, bookings: Found): Promise<number> {
    if (!carrier.plugin.track) throw refusal('carrier.refused', cannot(carrier, 'say where a carton is'));
    const answers = await hooks.call(carrier, 'track', about(carrier, bookings, `track/${Date.now()}`), signal());
    for (const { booking_id, ...tracking } of answers)
      await client.booking.update(booking_id, { tracking }, callOptions());
    return answers.length;
  }

  async function label(carrier: ConfiguredCarrier, bookings: Found): Promise<number> {
    if (!carrier.plugin.label) throw refusal('carrier.refused', cannot(carrier, 'give a label again'));
    for (const booking of bookings) {
      const asked = {
        carrier: carrier.name,
        booking: asShipment(booking),
        idempotencyKey: `conveyor/label/${booking.id}`,
      };
      await keepLabel(client, booking.id, await hooks.call(carrier, 'label', asked, signal()));
    }
    return bookings.length;
  }

  async function pickup(carrier: ConfiguredCarrier, bookings: Found, key: string): Promise<number> {
    if (!carrier.plugin.schedulePickup) throw refusal('carrier.refused', cannot(carrier, 'be asked to come'));
    const open = bookings.filter(
      ({ state, pickup_confirmation }) => state === 'booked' && pickup_confirmation === null,
    );
    for (const site of new Map(open.map((booking) => [booking.site.id, booking.site])).values()) {
      const here = open.filter(({ site_id }) => site_id === site.id);
      const asked = { ...about(carrier, here, `${key}/${site.id}`), site: asSite(site) };
      const { confirmation, from, until } = await hooks.call(carrier, 'schedulePickup', asked, signal());
      for (const { id } of here) {
        await client.booking.update(id, { pickup: { confirmation, from, until } }, callOptions());
      }
    }
    return open.length;
  }

  return {
    /** Whether the carrier of an errand has a task queue of its own, on this worker's word. */
    carrierRequestQueue: withTemporalFailures(async (name: string): Promise<{ own_queue: boolean }> => {
      return { own_queue: carrierCalled(carriers, name).rate !== null };
    }),

    /** One errand to a carrier. What was done before is passed over. @returns on how many bookings */
    carrierRequest: withTemporalFailures(async (input: CarrierRequestInput): Promise<number> => {
      const carrier = carrierCalled(carriers, input.carrier);
      const bookings = await bookingsOf(client, input.bookings);
      if (input.carrierRequest === 'cancel') return cancel(carrier, bookings);
      if (input.carrierRequest === 'pickup') return pickup(carrier, bookings, `pickup/${input.bookings[0]}`);
      const booked = bookings.filter(({ state }) => state === 'booked');
      if (booked.length === 0) return 0;
      return input.carrierRequest === 'track' ? track(carrier, booked) : label(carrier, booked);
    }),

    /** An errand that came to nothing: the reason stands on its bookings, and labels that were to be voided are still there. */
    carrierRequestRefused: withTemporalFailures(
      async ({ carrierRequest, bookings }: CarrierRequestInput, why: string): Promise<void> => {
        const problem = why.slice(0, 2_000);
        const report =
          carrierRequest === 'cancel' ? { canceled: { done: false, why: problem.slice(0, 500) } } : { problem };
        for (const { id, state } of await bookingsOf(client, bookings)) {
          if (carrierRequest !== 'cancel' || state === 'canceling')
            await client.booking.update(id, report, callOptions());
        }
      },
    ),

    /** Asks the carrier to come for an order that has come to its pickup. What it was asked for before is passed over. */
    askPickup: withTemporalFailures(async ({ orderId, carrier: name }: AskPickupInput): Promise<number> => {
      const carrier = carrierCalled(carriers, name);
      const bookings = await bookingsWhere(client, { order_id: orderId, state: 'booked', carrier_name: name });
      return pickup(carrier, await atTheDoor(client, bookings), `order/${orderId}/pickup`);
    }),
  };
}

export type CarrierRequestActivities = ReturnType<typeof createCarrierRequestActivities>;

/** Those of cartons that stand ready: of an order that goes in parts others may be under way still. */
async function atTheDoor<Booked extends { carton_id: number }>(
  client: Client,
  bookings: readonly Booked[],
): Promise<Booked[]> {
  const ready = new Set<number | null>();
  for (let at = 0; at < bookings.length; at += 100) {
    const cartons = bookings.slice(at, at + 100).map(({ carton_id }) => carton_id);
    const query = { filter: `carton_id IN (${cartons}) && pickup_id IS NULL`, fields: 'carton_id' };
    for await (const { carton_id } of client.pickupline.each(query, callOptions())) ready.add(carton_id);
  }
  return bookings.filter(({ carton_id }) => ready.has(carton_id));
}

function cannot({ name, plugin }: ConfiguredCarrier, what: string): string {
  return `${name}: the plugin ${plugin.name} cannot ${what}; settle it with the carrier.`;
}
