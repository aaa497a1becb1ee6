import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import type { TaskDetails } from './carton-details.ts';

/** The work of a step on its orders. */
export interface StepInput {
  /** Only these quantities of these lines; null for all. A ship or a pickup takes the cartons with units of them. */
  readonly lines?: readonly LineDetail[] | null;
  /** Pick what stock there is, and leave the rest open. Otherwise any shortage refuses the pick. */
  readonly partial?: boolean;
  /** Carrier and tracking number for the cartons of the step. */
  readonly details?: TaskDetails | undefined;
  /**
   * True for a record of its own for each order. Nothing is refused then: an order that needs more than statements over all orders is
   * left out, and a call for it alone does its step or refuses it. The caller has locked the stock.
   */
  readonly apart?: boolean;
}

/** A step of orders that are not locked yet. */
export interface StepTask extends Omit<StepInput, 'apart'> {
  readonly orderIds: readonly number[];
}
