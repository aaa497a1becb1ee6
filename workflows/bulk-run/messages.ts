import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { BulkRunSignal, BulkRunTotals } from '../contract/bulk-run.ts';
import { eventSignal } from '../contract/event.ts';
import type { Decision } from '../shared/operator-decision.ts';

export interface RateDecision extends Decision {
  /** Maximum orders a second; null for no limit. */
  rate: number | null;
}

/** The service reports an event of the run. */
export const event = defineSignal<[BulkRunSignal]>(eventSignal);

/** How far the run is, as the service last reported. */
export const progress = defineQuery<BulkRunTotals>('progress');

/** Start no further order. */
export const pause = defineUpdate<BulkRunTotals, [Decision]>('pause');

/** Continue a paused run. */
export const resume = defineUpdate<BulkRunTotals, [Decision]>('resume');

/** End the run. Orders that are not started are skipped. */
export const cancel = defineUpdate<BulkRunTotals, [Decision]>('cancel');

/** Do more or fewer orders a second. */
export const setRate = defineUpdate<BulkRunTotals, [RateDecision]>('setRate');
