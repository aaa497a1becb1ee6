/** How an errand to a carrier is started: plain values, since the service's relay uses this file. */

import { plain, taskQueue } from './order.ts';

/** What the carrier is asked for after it has booked. */
export type Errand = 'label' | 'pickup' | 'track' | 'cancel';

export interface ErrandInput {
  errand: Errand;
  /** Name in the operators' file. */
  carrier: string;
  /** Ids of bookings, all of the carrier; for a pickup at the end of the day none, but all that stand ready at the site. */
  bookings: number[];
  site?: number;
}

export interface ErrandOutcome {
  done: number;
  /** Why not, where it was refused: it stands on the bookings too. */
  refused: string | null;
}

/** Beginning of the ids of all errands. */
export const errandPrefix = 'booking/';

/** `booking/7/cancel`: who asks twice while it runs asks once. */
export function errandId({ errand, bookings, carrier, site }: ErrandInput): string {
  return errand === 'pickup' && site !== undefined
    ? `${errandPrefix}${carrier}/pickup/${site}`
    : `${errandPrefix}${Math.min(...bookings)}/${errand}`;
}

const words: Record<Errand, string> = {
  label: 'Fetch labels',
  pickup: 'Ask to come',
  track: 'Ask where it is',
  cancel: 'Void labels',
};

/** "Void labels: UPS Ground". */
export function errandWords({ errand, carrier }: Pick<ErrandInput, 'errand' | 'carrier'>): string {
  return `${words[errand]}: ${carrier}`;
}

/** Options for `client.workflow.start('booking', …)`. */
export function errandStart(input: ErrandInput) {
  const { bookings, site } = input;
  const about = bookings.length === 0 ? `site ${site}` : `bookings ${bookings.slice(0, 20).join(', ')}`;
  return {
    workflowId: errandId(input),
    taskQueue,
    args: [input] as [ErrandInput],
    staticSummary: plain(errandWords(input)).slice(0, 60),
    staticDetails: `${errandWords(input)}, ${about}: see GET /booking/{id}`,
  };
}
