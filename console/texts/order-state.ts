import type { Texts } from './en.ts';

/** The states of an order, as `/salesorder` has them. */
export type OrderState = 'working' | 'waiting' | 'attention' | 'held' | 'done';

/** Where an order is, as lists of orders and their counts have it. */
export interface Whereabouts {
  readonly state: OrderState;
  readonly step: string | null;
  /** The reason of the wait, or the code of the cause of attention. */
  readonly reason: string | null;
}

/** The status of a completely delivered order. */
export const fulfilled = 4;

/** Returns the state of an order in words. An order that is over says how it ended: a void one is not done like a fulfilled one. */
export const stateWord = ({ state, status_id }: { state: OrderState; status_id: number }, texts: Texts): string =>
  state === 'done' ? (texts.views.statuses[status_id] ?? texts.states.done) : texts.states[state];
