import { ApplicationFailure, setHandler } from '@temporalio/workflow';
import type { BulkRunDecided, BulkRunTotals } from '../contract/bulk-run.ts';
import type { Asked } from '../order/messages.ts';
import { call, refusalIn } from '../shared/calls.ts';
import { rateWords } from '../shared/summaries.ts';
import { cancel, pause, type RateAsked, resume, setRate } from './messages.ts';

/** Where updates reach a bulk run. */
export interface BulkRunState {
  readonly run: number;
  /** How far it is, as the service last said. */
  now(): BulkRunTotals;
  /** The service took a decision. */
  decided(decided: BulkRunDecided): void;
}

/**
 * What operators may decide about a bulk run, as updates of its workflow. Each is the call of the interface that does the same, and
 * the service then tells the workflow as it does of any other; what is impossible is refused before it becomes part of the history.
 */
export function answerOperators(runState: BulkRunState): void {
  const { run } = runState;
  const accepted = (asked: Promise<BulkRunDecided>): Promise<BulkRunTotals> =>
    asked.then(
      (decided) => {
        runState.decided(decided);
        return runState.now();
      },
      (error) => {
        // What the service refuses fails the update that asked for it, with the service's words, and not the run.
        const refusal = refusalIn(error);
        throw refusal ? ApplicationFailure.nonRetryable(refusal.detail, refusal.code) : error;
      },
    );
  const underWay = (asked: Asked) => {
    if (!asked?.by) throw new Error('Say who asks for it: {"by": "…"}.');
    const { state } = runState.now();
    if (state === 'done' || state === 'canceled') throw new Error(`The run has come to its end: it is ${state}.`);
  };

  setHandler(pause, ({ by }) => accepted(call('pause', [run, { by }], `Pause the run, as ${by} decided`)), {
    description: 'Begin no further order; what is under way is finished',
    validator(asked: Asked) {
      underWay(asked);
      if (runState.now().state === 'paused')
        throw new Error('The run is paused already. Updates: resume, cancel, setRate.');
    },
  });
  setHandler(resume, ({ by }) => accepted(call('resume', [run, { by }], `Resume the run, as ${by} decided`)), {
    description: 'Go on with a paused run',
    validator(asked: Asked) {
      underWay(asked);
      if (runState.now().state === 'running') throw new Error('The run is not paused: it is running.');
    },
  });
  setHandler(cancel, ({ by }) => accepted(call('cancel', [run, { by }], `Cancel the run, as ${by} decided`)), {
    description: 'End the run; what is done stays done, orders whose turn has not come are skipped',
    validator: underWay,
  });
  setHandler(
    setRate,
    ({ rate, by }) => {
      const summary = `Set the rate to ${rateWords(rate)}, as ${by} decided`;
      return accepted(call('setRate', [run, { rate, by }], summary));
    },
    {
      description: 'Do so many orders a second at most; null for no limit',
      validator(asked: RateAsked) {
        underWay(asked);
        const { rate } = asked;
        if (rate !== null && !(typeof rate === 'number' && rate >= 0.01)) {
          throw new Error('Say how many orders a second, from 0.01, or null for no limit: {"rate": 20, "by": "…"}.');
        }
      },
    },
  );
}
