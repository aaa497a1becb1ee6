import { setHandler } from '@temporalio/workflow';
import type { BulkRunControls, BulkRunTotals } from '../contract/bulk-run.ts';
import { call } from '../shared/calls.ts';
import { asPerson, assertAccount, type Decision, failUpdate } from '../shared/operator-decision.ts';
import { formatRate } from '../shared/summaries.ts';
import { cancel, pause, type RateDecision, resume, setRate } from './messages.ts';

/** The part of a bulk run's workflow that updates read and change. */
export interface BulkRunState {
  readonly run: number;
  /** Returns how far the run is, as the service last reported. */
  totals(): BulkRunTotals;
  /** Applies a decision that the service accepted. */
  apply(controls: BulkRunControls): void;
}

/**
 * Answers the updates that operators use to decide about a bulk run. Each update is the call of the interface that
 * does the same, on behalf of the account that decides, and the service then reports the event to the workflow. An
 * impossible decision is refused before it enters the history.
 */
export function handleUpdates(state: BulkRunState): void {
  const { run } = state;
  /** @param send makes the call, with a summary that names the person */
  const decide = (decision: Decision, send: (by: string) => Promise<BulkRunControls>): Promise<BulkRunTotals> =>
    asPerson(decision, (by) =>
      send(by).then((controls) => {
        state.apply(controls);
        return state.totals();
      }, failUpdate),
    );
  const assertOpen = (decision: Decision) => {
    assertAccount(decision);
    assertNotEnded(state.totals());
  };

  setHandler(
    pause,
    (decision) => decide(decision, (by) => call('pause', [run, decision], `Pause the run, as ${by} decided`)),
    {
      description: 'Start no further order; orders in progress are finished',
      validator(decision: Decision) {
        assertOpen(decision);
        if (state.totals().state === 'paused') {
          throw new Error('The run is paused already. Updates: resume, cancel, setRate.');
        }
      },
    },
  );
  setHandler(
    resume,
    (decision) => decide(decision, (by) => call('resume', [run, decision], `Resume the run, as ${by} decided`)),
    {
      description: 'Continue a paused run',
      validator(decision: Decision) {
        assertOpen(decision);
        if (state.totals().state === 'running') throw new Error('The run is not paused: it is running.');
      },
    },
  );
  setHandler(
    cancel,
    (decision) => decide(decision, (by) => call('cancel', [run, decision], `Cancel the run, as ${by} decided`)),
    {
      description: 'End the run; finished orders stay as they are, and orders that are not started are skipped',
      validator: assertOpen,
    },
  );
  setHandler(
    setRate,
    (decision) =>
      decide(decision, (by) => {
        const summary = `Set the rate to ${formatRate(decision.rate)}, as ${by} decided`;
        return call('setRate', [run, decision], summary);
      }),
    {
      description: 'Set the maximum number of orders a second; null for no limit',
      validator(decision: RateDecision) {
        assertOpen(decision);
        assertRate(decision.rate);
      },
    },
  );
}

function assertNotEnded({ state }: BulkRunTotals): void {
  if (state === 'done' || state === 'canceled') throw new Error(`The run has ended: it is ${state}.`);
}

function assertRate(rate: unknown): void {
  if (rate === null || (typeof rate === 'number' && rate >= 0.01)) return;
  throw new Error(
    'Say how many orders a second, from 0.01, or null for no limit: {"rate": 20, "by": "ana@example.com"}.',
  );
}
