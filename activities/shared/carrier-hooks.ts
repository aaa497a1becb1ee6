import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { ReturnOrder } from '../../client/client.ts';
import type { EngineClient } from '../../client/engine.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import { toShipment } from '../../plugins/hook-records.ts';
import type { HookCaller } from '../../plugins/sandbox/hook-caller.ts';
import type { CheckedDocument, HookResults } from '../../plugins/sandbox/hook-results.ts';
import type { CarrierHook } from '../../plugins/shipment.ts';
import type { SentRequest } from '../../workflows/contract/carrier-request.ts';
import { callOptions } from './call-options.ts';
import { failure, refusal } from './failure.ts';
import { idempotencyKey } from './idempotency-key.ts';

/** Dependencies of the activities that call carriers. */
export interface CarrierDependencies {
  readonly client: EngineClient;
  readonly carriers: readonly ConfiguredCarrier[];
  readonly hooks: HookCaller;
  /**
   * Time until an order needs attention because its carrier is away, in milliseconds; a quarter of an hour by
   * default.
   */
  readonly unavailableAfter?: number;
  /** Loads the configuration that the service plans with, if it differs. Where absent, the worker keeps its own. */
  readonly catchUp?: () => Promise<void>;
}

/**
 * Milliseconds before each attempt to take over the configuration of the service. Behind a load balancer, the service that answers
 * may itself take over a configuration two seconds after another one.
 */
const catchUpPauses = [0, 1_500, 2_500];

/**
 * Returns a carrier by its name. An order can come with a carrier that the service has got a moment ago.
 * @throws carrier.unknown where the worker's configuration has no such carrier
 */
export async function findCarrier(
  { carriers, catchUp }: Pick<CarrierDependencies, 'carriers' | 'catchUp'>,
  name: string,
): Promise<ConfiguredCarrier> {
  const known = () => carriers.find((candidate) => candidate.name === name);
  for (const wait of catchUp ? catchUpPauses : []) {
    if (known()) break;
    await pause(wait);
    await catchUp?.();
  }
  const carrier = known();
  if (carrier) return carrier;
  throw refusal('carrier.unknown', `The configuration of this worker has no carrier called ${name}.`);
}

/**
 * Sends a request to a carrier. A failure has the key and the cartons in its details, so that a person can ask the carrier about it.
 * @param sent the request for histories
 */
export function sendToCarrier<Hook extends CarrierHook>(
  hooks: HookCaller,
  carrier: ConfiguredCarrier,
  hook: Hook,
  input: Readonly<Record<string, unknown>>,
  sent: SentRequest,
): Promise<HookResults[Hook]> {
  const request = { ...input, carrier: carrier.name, idempotencyKey: sent.key };
  return hooks.call(carrier, hook, request, Context.current().cancellationSignal).catch((error) => {
    throw failure(error, sent);
  });
}

/** Returns what a carrier is sent about bookings, for histories. */
export function requestAbout(key: string, bookings: readonly BookingWithOrder[]): SentRequest {
  const cartons = bookings.flatMap(({ carton_id: id, carton_number }) =>
    id === null ? [] : [{ id, number: String(carton_number) }],
  );
  const returns = bookings.flatMap(({ returnorder }) =>
    returnorder ? [{ id: returnorder.id, number: returnorder.number }] : [],
  );
  return {
    key,
    cartons,
    ...(returns.length > 0 ? { returns } : {}),
    bookings: bookings.map(({ id }) => id),
  };
}

/** Fetches the label of a booking from its carrier, and stores it. @returns what the carrier was sent */
export async function fetchLabel(
  client: EngineClient,
  hooks: HookCaller,
  carrier: ConfiguredCarrier,
  booking: BookingWithOrder,
): Promise<SentRequest> {
  const sent = requestAbout(idempotencyKey('booking', booking, 'label'), [booking]);
  const label = await sendToCarrier(hooks, carrier, 'label', { booking: toShipment(booking) }, sent);
  await storeLabel(client, booking.id, label);
  return sent;
}

/** Stores the label that a carrier returned for a booking. */
export async function storeLabel(client: EngineClient, booking: number, label: CheckedDocument): Promise<void> {
  const { media_type, content } = label;
  const body = { media_type, content: Buffer.from(content).toString('base64') };
  await client.engine.booking.label.update(booking, body, callOptions());
}

/** A booking with its order, its site, and the return of a return label. */
export type BookingWithOrder = Awaited<ReturnType<typeof bookingsWhere>>[number];

/** Reads all bookings that match, with their orders, sites and returns. */
export async function bookingsWhere(client: EngineClient, where: Readonly<Record<string, unknown>>) {
  const query = { where: where as never, embed: 'order,site' as const, perPage: 100 };
  const bookings = [];
  for await (const booking of client.booking.each(query, callOptions())) bookings.push(booking);
  const returns = await returnsOf(client, bookings);
  // A booking outlives its return.
  const of = (id: number | null | undefined) => (id ? (returns.get(id) ?? { id, number: String(id) }) : null);
  return bookings.map((booking) => ({ ...booking, returnorder: of(booking.returnorder_id) }));
}

/** Reads the returns of bookings. A service of an earlier release has no such bookings, and cannot embed their returns. */
async function returnsOf(client: EngineClient, bookings: readonly { readonly returnorder_id?: number | null }[]) {
  const ids = [...new Set(bookings.flatMap(({ returnorder_id }) => returnorder_id ?? []))];
  const returns = new Map<number, Pick<ReturnOrder, 'id' | 'number'>>();
  for (let at = 0; at < ids.length; at += 100) {
    const query = { where: { id: ids.slice(at, at + 100) } as never, perPage: 100 };
    for await (const one of client.returnorder.each(query, callOptions())) returns.set(one.id, one);
  }
  return returns;
}

/** Reads bookings by their ids, 100 at a time: an address cannot hold more. */
export async function bookingsById(client: EngineClient, ids: readonly number[]): Promise<BookingWithOrder[]> {
  const bookings = [];
  for (let at = 0; at < ids.length; at += 100) {
    bookings.push(...(await bookingsWhere(client, { id: ids.slice(at, at + 100) })));
  }
  return bookings;
}
