/** How the workflow of a carrier request is started. Plain values only: the service and the relay import this file. */
import type { SearchAttributePair } from '@temporalio/common';
import { type PrioritySource, startPriority } from './priority.ts';
import { searchAttributes } from './search-attributes.ts';
import { taskQueue } from './task-queues.ts';
import { escapeMarkdown, truncate } from './text.ts';

/** A request to a carrier after the booking. */
export type CarrierRequest = 'label' | 'pickup' | 'track' | 'cancel';

export interface CarrierRequestInput {
  carrierRequest: CarrierRequest;
  /** Name of the carrier in the configuration. */
  carrier: string;
  /** Ids of bookings of this carrier. A pickup at the end of the day names none: it is for all cartons at the site. */
  bookings: number[];
  site?: number;
}

/** The orders of a request, for lists and summaries. They do not become part of its history. */
export interface CarrierRequestSubject {
  /** The order; null where there are several. Rows of 0.2.0 do not have it. */
  orderId?: number | null;
  /** The customer of all orders; null where they have several. */
  customerId: number | null;
  /** The first numbers. */
  orders: string[];
  /** The number of orders. */
  total: number;
}

/** A request as the outbox holds it. */
export type CarrierRequestRow = CarrierRequestInput & { readonly subject: CarrierRequestSubject };

/** The request to a carrier, for histories: a person finds it at the carrier by its key. */
export interface SentRequest {
  /** The idempotency key. */
  key: string;
  /** The cartons by id and by number in their pack, and the ids of their bookings, as far as they are booked. */
  cartons: { id: number; number: string }[];
  /** The returns whose labels it is about. Absent where it is about cartons alone. */
  returns?: { id: number; number: string }[];
  bookings: number[];
}

/** Result of a request at the carrier. */
export interface CarrierRequestResult {
  /** Number of bookings that the carrier has completed. */
  done: number;
  /** Absent in histories of 0.2.0. */
  sent?: SentRequest[];
}

export interface CarrierRequestOutcome extends CarrierRequestResult {
  /** Why the carrier refused; null where it did not. The bookings hold the reason too. */
  refused: string | null;
}

/** Beginning of the workflow ids of all carrier requests. */
export const carrierRequestPrefix = 'carrier-request/';

/** Returns an id such as `carrier-request/7/cancel`. A second request while the first runs has the same id. */
export function carrierRequestId({ carrierRequest, bookings, carrier, site }: CarrierRequestInput): string {
  return carrierRequest === 'pickup' && site !== undefined
    ? `${carrierRequestPrefix}${carrier}/pickup/${site}`
    : `${carrierRequestPrefix}${Math.min(...bookings)}/${carrierRequest}`;
}

const titles: Record<CarrierRequest, string> = {
  label: 'Fetch labels',
  pickup: 'Request a pickup',
  track: 'Track cartons',
  cancel: 'Void labels',
};

/** Returns a summary such as "Void labels: UPS Ground". */
export function carrierRequestSummary(input: Pick<CarrierRequestInput, 'carrierRequest' | 'carrier'>): string {
  return `${titles[input.carrierRequest]}: ${input.carrier}`;
}

/** Returns a title such as "Void labels: UPS Ground · Orders SO-1012, SO-1013 and 4 more". */
function startTitle(
  input: CarrierRequestInput,
  { orders, total }: Pick<CarrierRequestSubject, 'orders' | 'total'>,
): string {
  const title = carrierRequestSummary(input);
  if (orders.length === 0) return title;
  const more = total > orders.length ? ` and ${total - orders.length} more` : '';
  return `${title} · ${total === 1 ? 'Order' : 'Orders'} ${orders.join(', ')}${more}`;
}

/** Returns the options for `client.workflow.start('carrierRequest', …)`. */
export function carrierRequestStart({ priority, subject, ...input }: CarrierRequestRow & PrioritySource) {
  const { bookings, site } = input;
  const { orderId = null, customerId, orders, total } = subject;
  const about = bookings.length === 0 ? `site ${site}` : `bookings ${bookings.slice(0, 20).join(', ')}`;
  const typedSearchAttributes: SearchAttributePair[] = [
    { key: searchAttributes.Carrier, value: input.carrier },
    { key: searchAttributes.Outcome, value: 'working' },
    ...(customerId === null ? [] : [{ key: searchAttributes.CustomerId, value: String(customerId) }]),
    ...(orderId === null ? [] : [{ key: searchAttributes.OrderId, value: String(orderId) }]),
  ];
  return {
    workflowId: carrierRequestId(input),
    taskQueue,
    args: [input] as [CarrierRequestInput],
    typedSearchAttributes,
    ...startPriority({ priority, site: input.site }),
    staticSummary: truncate(escapeMarkdown(startTitle(input, { orders, total }))),
    staticDetails: `${escapeMarkdown(carrierRequestSummary(input))}, ${about}: see GET /booking/{id}`,
  };
}
