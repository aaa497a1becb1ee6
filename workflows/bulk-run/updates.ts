import type { UpdateDefinition } from '@temporalio/common';
import { setHandler } from '@temporalio/workflow';
import type { BulkRunOperatorActivities } from '../../activities/bulk-run/operator.ts';
import type { BulkRunControls, BulkRunTotals } from '../contract/bulk-run.ts';
import { call } from '../shared/calls.ts';
import { asPerson, assertAccount, type Decision, failUpdate } from '../shared/operator-decision.ts';
import { formatRate } from '../shared/summaries.ts';
import { cancel, pause, resume, setRate } from './messages.ts';

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
  handle(state, pause, {
    description: 'Start no further order; orders in progress are finished',
    summary: () => 'Pause the run',
    objection: ({ state }) =>
      state === 'paused' ? 'The run is paused already. Updates: resume, cancel, setRate.' : null,
  });
  handle(state, resume, {
    description: 'Continue a paused run',
    summary: () => 'Resume the run',
    objection: ({ state }) => (state === 'running' ? 'The run is not paused: it is running.' : null),
  });
  handle(state, cancel, {
    description: 'End the run; finished orders stay as they are, and orders that are not started are skipped',
    summary: () => 'Cancel the run',
    objection: () => null,
  });
  handle(state, setRate, {
    description: 'Set the maximum number of orders a second; null for no limit',
    summary: ({ rate }) => `Set the rate to ${formatRate(rate)}`,
    objection: (_, { rate }) => (isRate(rate) ? null : sayRate),
  });
}

interface Answer<D extends Decision> {
  readonly description: string;
  /** Returns what the call does. */
  summary(decision: D): string;
  /** Returns why the decision cannot be taken about an open run, in one sentence; null where it can. */
  objection(totals: BulkRunTotals, decision: D): string | null;
}

function handle<D extends Decision>(
  state: BulkRunState,
  update: UpdateDefinition<BulkRunTotals, [D]>,
  { description, summary, objection }: Answer<D>,
): void {
  const name = update.name as keyof BulkRunOperatorActivities;
  const answer = (decision: D) =>
    asPerson(decision, (by) =>
      call(name, [state.run, decision as never], `${summary(decision)}, as ${by} decided`).then((controls) => {
        state.apply(controls);
        return state.totals();
      }, failUpdate),
    );
  const validator = (decision: D) => {
    assertAccount(decision);
    const totals = state.totals();
    const hasEnded = totals.state === 'done' || totals.state === 'canceled';
    const reason = hasEnded ? `The run has ended: it is ${totals.state}.` : objection(totals, decision);
    if (reason !== null) throw new Error(reason);
  };
  setHandler(update, answer, { description, validator });
}

const sayRate = 'Say how many orders a second, from 0.01, or null for no limit: {"rate": 20, "by": "ana@example.com"}.';

const isRate = (rate: unknown): boolean => rate === null || (typeof rate === 'number' && rate >= 0.01);
