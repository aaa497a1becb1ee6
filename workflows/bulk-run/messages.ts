import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { BulkRunTold, BulkRunTotals } from '../contract/bulk-run.ts';
import { eventSignal } from '../contract/order.ts';
import type { Asked } from '../order/messages.ts';

export interface RateAsked extends Asked {
  /** Orders a second at most; null for no limit. */
  rate: number | null;
}

/** The service tells that something happened to the run. */
export const told = defineSignal<[Omit<BulkRunTold, 'run'>]>(eventSignal);

/** How far the run is, as the service last said. */
export const progress = defineQuery<BulkRunTotals>('progress');

/** Begin no further order. */
export const pause = defineUpdate<BulkRunTotals, [Asked]>('pause');

/** Go on with a paused run. */
export const resume = defineUpdate<BulkRunTotals, [Asked]>('resume');

/** End the run; orders whose turn has not come are skipped. */
export const cancel = defineUpdate<BulkRunTotals, [Asked]>('cancel');

/** Do more or fewer orders a second. */
export const setRate = defineUpdate<BulkRunTotals, [RateAsked]>('setRate');
