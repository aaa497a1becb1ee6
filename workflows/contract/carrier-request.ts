/** How an errand to a carrier is started: plain values, since the service's relay uses this file. */

import { plain, taskQueue } from './order.ts';

/** What the carrier is asked for after it has booked. */
export type CarrierRequest = 'label' | 'pickup' | 'track' | 'cancel';

export interface CarrierRequestInput {
  carrierRequest: CarrierRequest;
  /** Name in the operators' file. */
  carrier: string;
  /** Ids of bookings, all of the carrier; for a pickup at the end of the day none, but all that stand ready at the site. */
  bookings: number[];
  site?: number;
}

export interface CarrierRequestOutcome {
  done: number;
  /** Why not, where it was refused: it stands on the bookings too. */
  refused: string | null;
}

/** Beginning of the ids of all errands. */
export const carrierRequestPrefix = 'booking/';

/** `booking/7/cancel`: who asks twice while it runs asks once. */
export function carrierRequestId({ carrierRequest, bookings, carrier, site }: CarrierRequestInput): string {
  return carrierRequest === 'pickup' && site !== undefined
    ? `${carrierRequestPrefix}${carrier}/pickup/${site}`
    : `${carrierRequestPrefix}${Math.min(...bookings)}/${carrierRequest}`;
}

const words: Record<CarrierRequest, string> = {
  label: 'Fetch labels',
  pickup: 'Ask to come',
  track: 'Ask where it is',
  cancel: 'Void labels',
};

/** "Void labels: UPS Ground". */
export function carrierRequestSummary({
  carrierRequest,
  carrier,
}: Pick<CarrierRequestInput, 'carrierRequest' | 'carrier'>): string {
  return `${words[carrierRequest]}: ${carrier}`;
}

/** Options for `client.workflow.start('booking', …)`. */
export function carrierRequestStart(input: CarrierRequestInput) {
  const { bookings, site } = input;
  const about = bookings.length === 0 ? `site ${site}` : `bookings ${bookings.slice(0, 20).join(', ')}`;
  return {
    workflowId: carrierRequestId(input),
    taskQueue,
    args: [input] as [CarrierRequestInput],
    staticSummary: plain(carrierRequestSummary(input)).slice(0, 60),
    staticDetails: `${carrierRequestSummary(input)}, ${about}: see GET /booking/{id}`,
  };
}
