import type { EngineClient } from '../../client/engine.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import { toShipFrom, toShipment } from '../../plugins/hook-records.ts';
import type { HookResults } from '../../plugins/sandbox/hook-results.ts';
import type {
  CarrierRequestInput,
  CarrierRequestResult,
  SentRequest,
} from '../../workflows/contract/carrier-request.ts';
import { callOptions } from '../shared/call-options.ts';
import {
  type BookingWithOrder,
  bookingsById,
  bookingsWhere,
  type CarrierDependencies,
  fetchLabel,
  findCarrier,
  requestAbout,
  sendToCarrier,
} from '../shared/carrier-hooks.ts';
import { refusal, withEndlessAttempts, withTemporalFailures } from '../shared/failure.ts';
import { idempotencyKey } from '../shared/idempotency-key.ts';

/** The request of an order that has reached its pickup. */
export interface RequestPickupInput {
  orderId: number;
  carrier: string;
}

type Hooks = Pick<CarrierDependencies, 'client' | 'hooks'>;

/** Returns the activities of carrier requests: everything after the booking. */
export function createCarrierRequestActivities(dependencies: CarrierDependencies) {
  const { client } = dependencies;

  return {
    /** Returns whether the carrier has a task queue of its own, by this worker's configuration. */
    readCarrierQueue: withTemporalFailures(async (name: string): Promise<{ own_queue: boolean }> => {
      return { own_queue: (await findCarrier(dependencies, name)).rate !== null };
    }),

    /** Sends a request to a carrier, for the bookings where it was not done before. */
    sendCarrierRequest: withTemporalFailures(async (input: CarrierRequestInput): Promise<CarrierRequestResult> => {
      const carrier = await findCarrier(dependencies, input.carrier);
      const bookings = await bookingsById(client, input.bookings);
      if (input.carrierRequest === 'cancel') return voidLabels(dependencies, carrier, bookings);
      if (input.carrierRequest === 'pickup') {
        const first = bookings.find(({ id }) => id === input.bookings[0]);
        return first
          ? schedulePickups(dependencies, carrier, bookings, idempotencyKey('booking', first, 'pickup'))
          : nothingSent;
      }
      const booked = bookings.filter(({ state }) => state === 'booked');
      if (booked.length === 0) return nothingSent;
      const send = input.carrierRequest === 'track' ? trackCartons : fetchLabels;
      return send(dependencies, carrier, booked);
    }),

    /** Stores the reason of a refused request in its bookings. Labels that were to be voided stay valid. */
    reportCarrierRefusal: withEndlessAttempts(
      async ({ carrierRequest, bookings }: CarrierRequestInput, why: string): Promise<void> => {
        const problem = why.slice(0, 2_000);
        const report =
          carrierRequest === 'cancel' ? { canceled: { done: false, why: problem.slice(0, 500) } } : { problem };
        for (const { id, state } of await bookingsById(client, bookings)) {
          if (carrierRequest !== 'cancel' || state === 'canceling') {
            await client.engine.booking.update(id, report, callOptions());
          }
        }
      },
    ),

    /** Asks the carrier to come for an order that has reached its pickup, for cartons without a pickup confirmation. */
    requestPickup: withTemporalFailures(async (input: RequestPickupInput): Promise<CarrierRequestResult> => {
      const { orderId, carrier: name } = input;
      const carrier = await findCarrier(dependencies, name);
      const bookings = await bookingsWhere(client, { order_id: orderId, state: 'booked', carrier_name: name });
      const ready = await withReadyCartons(client, bookings);
      const order = ready[0]?.order;
      return order
        ? schedulePickups(dependencies, carrier, ready, idempotencyKey('order', order, 'pickup'))
        : nothingSent;
    }),
  };
}

const nothingSent: CarrierRequestResult = { done: 0, sent: [] };

export type CarrierRequestActivities = ReturnType<typeof createCarrierRequestActivities>;

async function voidLabels(
  { client, hooks }: Hooks,
  carrier: ConfiguredCarrier,
  bookings: readonly BookingWithOrder[],
): Promise<CarrierRequestResult> {
  const open = bookings.filter(({ state }) => state === 'canceling');
  const [first] = open;
  if (!first) return nothingSent;
  const sent = requestAbout(idempotencyKey('booking', first, 'cancel'), open);
  const answers: HookResults['cancel'] = carrier.plugin.cancel
    ? await sendToCarrier(hooks, carrier, 'cancel', { bookings: open.map(toShipment) }, sent)
    : open.map(({ id }) => ({ booking_id: id, canceled: false, why: unsupported(carrier, 'void labels') }));
  for (const { booking_id, canceled, why, refund } of answers) {
    const amount = refund ? { refund: refund.amount, currency: refund.currency } : {};
    await client.engine.booking.update(booking_id, { canceled: { done: canceled, why, ...amount } }, callOptions());
  }
  return { done: answers.length, sent: carrier.plugin.cancel ? [sent] : [] };
}

async function trackCartons(
  { client, hooks }: Hooks,
  carrier: ConfiguredCarrier,
  bookings: readonly BookingWithOrder[],
): Promise<CarrierRequestResult> {
  if (!carrier.plugin.track) throw refusal('carrier.refused', unsupported(carrier, 'say where a carton is'));
  const sent = requestAbout(`conveyor/track/${Date.now()}`, bookings);
  const answers = await sendToCarrier(hooks, carrier, 'track', { bookings: bookings.map(toShipment) }, sent);
  for (const { booking_id, ...tracking } of answers) {
    await client.engine.booking.update(booking_id, { tracking }, callOptions());
  }
  return { done: answers.length, sent: [sent] };
}

async function fetchLabels(
  { client, hooks }: Hooks,
  carrier: ConfiguredCarrier,
  bookings: readonly BookingWithOrder[],
): Promise<CarrierRequestResult> {
  if (!carrier.plugin.label) throw refusal('carrier.refused', unsupported(carrier, 'give a label again'));
  const sent: SentRequest[] = [];
  for (const booking of bookings) sent.push(await fetchLabel(client, hooks, carrier, booking));
  return { done: bookings.length, sent };
}

/** Requests a pickup from the carrier at each site with booked cartons that have no pickup confirmation. */
async function schedulePickups(
  { client, hooks }: Hooks,
  carrier: ConfiguredCarrier,
  bookings: readonly BookingWithOrder[],
  key: string,
): Promise<CarrierRequestResult> {
  if (!carrier.plugin.schedulePickup) throw refusal('carrier.refused', unsupported(carrier, 'be asked to come'));
  const open = bookings.filter(({ state, pickup_confirmation }) => state === 'booked' && pickup_confirmation === null);
  const sent: SentRequest[] = [];
  for (const site of new Map(open.map((booking) => [booking.site.id, booking.site])).values()) {
    const here = open.filter(({ site_id }) => site_id === site.id);
    const request = requestAbout(`${key}/${site.id}`, here);
    const input = { bookings: here.map(toShipment), site: toShipFrom(site) };
    const { confirmation, from, until } = await sendToCarrier(hooks, carrier, 'schedulePickup', input, request);
    for (const { id } of here) {
      await client.engine.booking.update(id, { pickup: { confirmation, from, until } }, callOptions());
    }
    sent.push(request);
  }
  return { done: open.length, sent };
}

/** Returns the bookings whose cartons are ready for pickup: other cartons of the order may not be shipped yet. */
async function withReadyCartons<Booked extends { carton_id: number | null }>(
  client: EngineClient,
  bookings: readonly Booked[],
): Promise<Booked[]> {
  const ready = new Set<number | null>();
  // A label of a return has no carton.
  const cartonIds = bookings.flatMap(({ carton_id }) => carton_id ?? []);
  for (let at = 0; at < cartonIds.length; at += 100) {
    const cartons = cartonIds.slice(at, at + 100);
    const query = { filter: `carton_id IN (${cartons}) && pickup_id IS NULL`, fields: 'carton_id' };
    for await (const { carton_id } of client.pickupline.each(query, callOptions())) ready.add(carton_id);
  }
  return bookings.filter(({ carton_id }) => ready.has(carton_id));
}

function unsupported({ name, plugin }: ConfiguredCarrier, action: string): string {
  return `${name}: the plugin ${plugin.name} cannot ${action}; settle it with the carrier.`;
}
