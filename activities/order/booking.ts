import { ApplicationFailure, Context } from '@temporalio/activity';
import { ofAnyKind } from '../../client/any-order.ts';
import type { SalesOrder } from '../../client/client.ts';
import type { EngineClient } from '../../client/engine.ts';
import { consigneeOf } from '../../lib/addresses/ship-to.ts';
import { grouped } from '../../lib/grouped.ts';
import { bookedOrderEmbed, toBookedCarton, toBookedOrder } from '../../plugins/hook-records.ts';
import { isBeforeCartons, type Step } from '../../plugins/steps.ts';
import type { SentRequest } from '../../workflows/contract/carrier-request.ts';
import { pauseAfter } from '../../workflows/contract/retry.ts';
import { callOptions } from '../shared/call-options.ts';
import {
  bookingsWhere,
  type CarrierDependencies,
  fetchLabel,
  findCarrier,
  sendToCarrier,
  storeLabel,
} from '../shared/carrier-hooks.ts';
import { type RefusalDetails, refusal } from '../shared/failure.ts';
import { addressHash, idempotencyKey } from '../shared/idempotency-key.ts';

/** States of a booking that does not belong to its carton any more. */
const voidedStates = ['canceling', 'canceled', 'refused'];

export interface BookInput {
  orderId: number;
  /** Name of the carrier in the configuration. */
  carrier: string;
  /** The step that the booking comes before. */
  step: Step;
  /** True to try a carrier that is away without end. Otherwise the booking fails with `carrier.unavailable` after some time. */
  untilBooked?: boolean;
}

/** The request to the carrier and its answer, for histories: without cartons that already have a tracking number. */
export interface BookResult {
  sent: (SentRequest & { tracking_numbers: string[] })[];
}

/**
 * Has the carrier's plugin book the cartons that have no booking, stores the bookings, and fetches the labels that
 * did not come with them. It can run again after a crash: it skips booked cartons, and the carrier gets the same
 * key.
 */
export async function bookCartons(dependencies: CarrierDependencies, input: BookInput): Promise<BookResult> {
  const { client, hooks } = dependencies;
  const { orderId, step } = input;
  const carrier = await findCarrier(dependencies, input.carrier);
  const order = await ofAnyKind(client, orderId, (orders, record) =>
    orders.get(orderId, { embed: bookedOrderEmbed(record) }, callOptions()),
  );
  const all = await cartonsOf(client, order);
  if (all.length === 0) await assertCartons(client, order, carrier.name, step);
  // A carton that a person gave to another carrier goes with that one.
  const cartons = all.filter(
    ({ tracking_number, carrier_id }) => !tracking_number && [null, order.carrier_id].includes(carrier_id),
  );
  if (cartons.length === 0 && !carrier.plugin.label) return { sent: [] };
  const voided = cartons.length === 0 ? [] : await bookingsWhere(client, { order_id: orderId, state: voidedStates });
  const ship_to = consigneeOf(order);
  const sent: BookResult['sent'] = [];
  let voidedMeanwhile = false;
  for (const group of groupByKey(bookingKey(order, step), cartons, voided)) {
    const booking = group.cartons.map((carton) => toBookedCarton(carton));
    const key = group.idempotencyKey;
    const request = { key, cartons: booking.map(({ id, number }) => ({ id, number })), bookings: [] as number[] };
    const numbers = new Set<string>();
    const input = { order: toBookedOrder(order, order.site), cartons: booking };
    const bookings = await sendToCarrier(hooks, carrier, 'book', input, request);
    for (const { carton_id, label, cost, ...booked } of bookings) {
      const paid = cost ? { cost: cost.amount, cost_currency: cost.currency } : {};
      const body = {
        order_id: orderId,
        carrier_name: carrier.name,
        plugin: carrier.plugin.name,
        ship_to,
        ...booked,
        ...paid,
      };
      const { id, state } = await client.engine.carton.booking(carton_id, body, callOptions());
      if (voided.some((former) => former.id === id)) {
        const number = booked.tracking_number;
        throw refusal('carrier.refused', `${carrier.name} booked ${number} again, which was voided. Cancel it there.`);
      }
      voidedMeanwhile ||= state !== 'booked';
      if (label) await storeLabel(client, id, label);
      request.bookings.push(id);
      numbers.add(booked.tracking_number);
    }
    sent.push({ ...request, tracking_numbers: [...numbers] });
  }
  // The address changed, or the carton, while the carrier booked. The next attempt reads both.
  if (voidedMeanwhile)
    throw new Error('A label was voided while it was booked: the order has changed. It is booked again.');
  if (carrier.plugin.label) await fetchLabels(dependencies, input);
  return { sent };
}

/**
 * Refuses to book nothing of an order that is shipped: a label is for a carton. The pack step is skipped, or comes after the booking.
 * @param order with its picks: an order without any after its pick step has no goods
 * @param bookedBefore the step that the booking comes before
 * @throws carrier.no-cartons
 */
async function assertCartons(
  client: EngineClient,
  { id, number, picks = [] }: SalesOrder & { picks?: readonly unknown[] },
  carrier: string,
  bookedBefore: Step,
): Promise<void> {
  if (picks.length === 0 && bookedBefore !== 'pick') return;
  const { steps } = await ofAnyKind(client, id, (orders) => orders.progress(id, callOptions()));
  const isRequired = (step: Step) => steps.some((planned) => planned.step === step && planned.required);
  if (isRequired('pack')) {
    if (!isBeforeCartons(bookedBefore)) return;
    throw refusal(
      'carrier.no-cartons',
      `${carrier} books a label for each carton before the ${bookedBefore} step, when nothing of order ${number} is in cartons yet. Correct bookAt of its plugin, or send the order with another carrier.`,
    );
  }
  if (!isRequired('ship')) return;
  throw refusal(
    'carrier.no-cartons',
    `${carrier} books a label for each carton, and nothing of order ${number} is in cartons, because its pack step is skipped. Send it with a carrier that books no labels, or ship it without a label.`,
  );
}

/**
 * Returns the idempotency key of the booking before a step, without the end for voided labels. It names the address. If the answer of
 * a carrier is lost and the address changes then, the same key would give the label of the former address.
 */
export function bookingKey(order: SalesOrder, step: Step): string {
  return `${idempotencyKey('order', order, step)}/to-${addressHash(order)}`;
}

/**
 * Number of attempts before a carrier can count as away for long: an order may wait on the carrier's queue before
 * its first attempt.
 */
const fewAttempts = 3;

/**
 * Returns the failure of a booking: a person learns of a carrier that has been away for some time. Every other error stays.
 * @param unavailableAfter time until a carrier counts as away for long, in milliseconds
 */
export function bookingFailure(error: unknown, { untilBooked }: BookInput, unavailableAfter: number): unknown {
  const { attempt, scheduledTimestampMs } = Context.current().info;
  const isAway = attempt >= fewAttempts && Date.now() - scheduledTimestampMs >= unavailableAfter;
  if (!isUnavailable(error) || untilBooked || !isAway) return error;
  const minutes = Math.round(unavailableAfter / 60_000);
  const detail = `${error.message}. Conveyor has tried for ${minutes} minutes and tries on.`;
  return refusal('carrier.unavailable', detail, error.details?.[0] as Partial<RefusalDetails>);
}

const isUnavailable = (error: unknown): error is ApplicationFailure =>
  error instanceof ApplicationFailure && error.type === 'carrier.unavailable';

/** Logs a carrier that does not answer, and reports the attempt to the service. A failed report does not stop the booking. */
export async function reportOutage(
  client: EngineClient,
  { orderId, carrier }: BookInput,
  error: unknown,
): Promise<void> {
  if (!isUnavailable(error)) return;
  const { info, log } = Context.current();
  const { attempt } = info;
  const detail = error.message.replace(`${carrier}: `, '').replace(/\.$/, '');
  const { nextRetryDelay } = error;
  const seconds = Math.ceil(typeof nextRetryDelay === 'number' ? nextRetryDelay / 1000 : pauseAfter(attempt));
  log.warn(`Booking with ${carrier}: ${detail}, attempt ${attempt}, next in ${seconds} s`, { carrier, orderId });
  const body = { carrier, detail: detail.slice(0, 2000), attempt, seconds };
  await client
    .request({ method: 'POST', path: `/engine/salesorder/${orderId}/bookingattempt`, body, ...callOptions() })
    .catch((unreported: unknown) =>
      log.warn('The service did not take the report of a failed booking', { err: unreported }),
    );
}

/** Cartons of one request to a carrier, with its idempotency key. */
export interface CartonGroup<C> {
  readonly idempotencyKey: string;
  readonly cartons: readonly C[];
}

/**
 * Groups cartons by the idempotency key of their request. Every attempt has the same key. A carton whose label was voided gets
 * another one, since the carrier would return the voided label again. The cartons beside it keep theirs: otherwise the carrier
 * would sell a label twice after an attempt without an answer.
 * @param key of the step of the order
 * @param voided bookings of the order that were voided
 */
export function groupByKey<C extends { readonly id: number }>(
  key: string,
  cartons: readonly C[],
  voided: readonly { readonly carton_id: number | null }[],
): CartonGroup<C>[] {
  const groups = grouped(cartons, ({ id }) => {
    const times = voided.filter(({ carton_id }) => carton_id === id).length;
    return times === 0 ? key : `${key}/${times}`;
  });
  return [...groups].map(([idempotencyKey, together]) => ({ idempotencyKey, cartons: together }));
}

/** Fetches the labels of the order's bookings that have neither a label nor its address. */
async function fetchLabels(dependencies: CarrierDependencies, { orderId, carrier: name }: BookInput): Promise<void> {
  const { client, hooks } = dependencies;
  const carrier = await findCarrier(dependencies, name);
  const bookings = await bookingsWhere(client, { order_id: orderId, state: 'booked', carrier_name: name });
  const ofCartons = bookings.filter(({ carton_id }) => carton_id !== null);
  for (const booking of ofCartons.filter(({ label_type, label_url }) => !label_type && !label_url)) {
    await fetchLabel(client, hooks, carrier, booking);
  }
}

/** Reads the cartons that hold units of the order. A pack, and even a carton, may hold units of other orders too. */
async function cartonsOf(client: EngineClient, order: Pick<SalesOrder, 'id'> & { packs?: readonly { id: number }[] }) {
  const embed = 'contents.part,cartontype' as const;
  const lists = (order.packs ?? []).map((pack) => client.pack.carton.list(pack.id, { embed }, callOptions()));
  return (await Promise.all(lists))
    .flat()
    .filter(({ contents }) => contents?.some((content) => content.order_id === order.id));
}
