import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { BulkRunActivities } from '../../activities/bulk-run/activities.ts';
import {
  actionTitle,
  type BulkRunControls,
  type BulkRunInput,
  type BulkRunSignal,
  type BulkRunTotals,
} from '../contract/bulk-run.ts';
import { bulkQueue } from '../contract/task-queues.ts';
import { formatCount } from '../contract/text.ts';
import { listOutcome } from '../shared/listing.ts';
import { event, progress } from './messages.ts';
import { handleUpdates } from './updates.ts';
import { addNote, details } from './view.ts';

/** Maximum orders of one activity. A chunk is six events, so that 10,000 orders are 600. */
const largestChunk = 100;
/** A chunk should take some seconds, so that the details show how far the run is. */
const secondsOfChunk = 5;
/** A run continues in a new history before this one has 2,000 events; a chunk with its signals is about ten events. */
const longHistory = 1_500;

/**
 * The heartbeat shows within seconds that a worker died. The activity itself limits its time to some 30 seconds, but the 100
 * orders of one pick are one unit, which takes three hours at the lowest rate.
 */
const { performChunk } = proxyActivities<BulkRunActivities>({
  taskQueue: bulkQueue,
  startToCloseTimeout: '1d',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

/**
 * Goes through the orders of a bulk run, chunk by chunk. For each chunk the service returns the remaining orders, the state of
 * the run and its rate.
 */
export async function bulkRun(input: BulkRunInput): Promise<BulkRunTotals> {
  const run = new BulkRunProgress(input);
  setHandler(event, (signal) => run.onEvent(signal), { description: 'Read the run again' });
  setHandler(progress, () => run.totals, { description: 'How far the run is' });
  handleUpdates({ run: input.run, totals: () => run.totals, apply: (controls) => run.decide(controls) });
  for (;;) {
    if (isHistoryLong()) await continueInNewHistory(input, run);
    const before = run.counts();
    run.update(await nextChunk(input, run.totals), before);
    // An event during the chunk is read once more: something may have been retried as the run ended.
    if (run.totals.state === 'running' || run.counts().events > before.events) continue;
    if (hasEnded(run.totals)) break;
    // The service reports an event for every decision of an operator.
    if (run.totals.state === 'paused') await condition(() => run.counts().events > before.events);
  }
  if (!allHandlersFinished()) await condition(allHandlersFinished);
  return run.totals;
}

interface MessageCounts {
  readonly events: number;
  readonly decisions: number;
}

/** How far a run is and who did what with it, as far as the workflow knows. Each change is shown in Temporal's pages. */
class BulkRunProgress {
  totals: BulkRunTotals;
  notes: string[];
  readonly #input: BulkRunInput;
  #events = 0;
  #decisions = 0;
  #listedOutcome: string;

  constructor(input: BulkRunInput) {
    this.#input = input;
    this.totals = input.before ?? initialTotals(input);
    this.notes = input.notes ?? [];
    this.#listedOutcome = listedOutcome(this.totals);
  }

  /** Returns how many events and decisions arrived so far. */
  counts(): MessageCounts {
    return { events: this.#events, decisions: this.#decisions };
  }

  onEvent(signal: BulkRunSignal): void {
    this.#events += 1;
    this.notes = addNote(this.notes, signal, Date.now());
    this.#show();
  }

  /** Applies a decision that the service accepted. */
  decide(controls: BulkRunControls): void {
    this.#decisions += 1;
    this.totals = { ...this.totals, ...controls };
    this.#show();
  }

  /** Takes over the totals after a chunk. A decision that was made during the chunk is newer than them. */
  update(totals: BulkRunTotals, before: MessageCounts): void {
    const { state, rate } = this.#decisions === before.decisions ? totals : this.totals;
    this.totals = { ...totals, state, rate };
    this.#show();
  }

  #show(): void {
    setCurrentDetails(details(this.#input, this.totals, this.notes));
    const outcome = listedOutcome(this.totals);
    if (outcome === this.#listedOutcome) return;
    this.#listedOutcome = outcome;
    listOutcome(outcome, shortfall(this.totals));
  }
}

function isHistoryLong(): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return historyLength >= longHistory || continueAsNewSuggested;
}

async function continueInNewHistory(input: BulkRunInput, { totals, notes }: BulkRunProgress): Promise<never> {
  if (!allHandlersFinished()) await condition(allHandlersFinished);
  return continueAsNew<typeof bulkRun>({ ...input, before: totals, notes });
}

function listedOutcome({ state }: BulkRunTotals): string {
  return state === 'running' ? 'working' : state;
}

/** Returns the code of what an ended run did not do, for lists; null while it runs, and where it did everything. */
function shortfall({ state, warned, failed }: BulkRunTotals): string | null {
  if (state === 'running' || state === 'paused') return null;
  return failed > 0 ? 'orders.failed' : warned > 0 ? 'orders.warned' : null;
}

/** A canceled run ends when the last order in progress has its outcome. */
function hasEnded(totals: BulkRunTotals): boolean {
  return totals.state === 'done' || (totals.state === 'canceled' && pastOf(totals) >= totals.total);
}

/** Returns the number of orders that have an outcome. */
function pastOf({ done, skipped, warned, failed }: BulkRunTotals): number {
  return done + skipped + warned + failed;
}

function nextChunk({ run, action }: BulkRunInput, totals: BulkRunTotals): Promise<BulkRunTotals> {
  const { rate, total } = totals;
  const past = pastOf(totals);
  const most = rate === null ? largestChunk : Math.max(1, Math.min(largestChunk, Math.ceil(rate * secondsOfChunk)));
  const count = Math.min(most, Math.max(1, total - past));
  const orders = count === 1 ? '1 order' : `${count} orders`;
  const what = past < total ? `${actionTitle(action)} ${orders}` : 'Check whether anything is left to do';
  const summary = `${what}, ${formatCount(past)} of ${formatCount(total)}`;
  return performChunk.executeWithOptions({ summary }, [{ run, max: count }]);
}

function initialTotals({ total, rate = null }: BulkRunInput): BulkRunTotals {
  return { state: 'running', rate, total, done: 0, skipped: 0, warned: 0, failed: 0 };
}
