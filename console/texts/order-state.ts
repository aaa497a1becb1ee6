/** The states of an order, as `/salesorder` has them. */
export type OrderState = 'working' | 'waiting' | 'attention' | 'held' | 'done';
