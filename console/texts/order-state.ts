/** The states of an order, as `/salesorder` has them. */
export type OrderState = 'working' | 'waiting' | 'attention' | 'held' | 'done';

/** Where an order is, as lists of orders and their counts have it. */
export interface Whereabouts {
  readonly state: OrderState;
  readonly step: string | null;
  /** What it waits for, or the code of what needs somebody. */
  readonly reason: string | null;
}
