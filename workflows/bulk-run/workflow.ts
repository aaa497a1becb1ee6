import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { BulkRunActivities } from '../../activities/bulk-run/activities.ts';
import { actionWords, type BulkRunInput, type BulkRunTotals, bulkQueue, numberWords } from '../contract/bulk-run.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { progress, told } from './messages.ts';
import { answerOperators } from './updates.ts';
import { details, noteOf } from './view.ts';

/** Orders that one activity takes. A chunk is six events, so that 10,000 orders are 600. */
const wholeChunk = 100;
/** A chunk should take some seconds: then the details show how far it is. */
const secondsOfChunk = 5;
/** A run goes on in a new history before this one has 2,000 events; a chunk and what is told meanwhile are some ten. */
const longHistory = 1_500;

/**
 * It hears of a worker that died within seconds, and for how long it goes on at all the activity decides: some 30 seconds, but the
 * 100 orders of one pick are one turn, and at the lowest rate that takes three hours.
 */
const { workOff } = proxyActivities<BulkRunActivities>({
  taskQueue: bulkQueue,
  startToCloseTimeout: '1d',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

/**
 * Goes through the orders of a bulk run, chunk by chunk. What is to be done, whether it is paused, and how fast it may go the
 * service says each time; this only sees to it that somebody goes on.
 */
export async function bulkRun(input: BulkRunInput): Promise<BulkRunTotals> {
  let heard = 0;
  let decisions = 0;
  let now: BulkRunTotals = input.before ?? begun(input);
  let notes = input.notes ?? [];
  let shown = outcomeOf(now);
  const show = () => {
    setCurrentDetails(details(input, now, notes));
    if (outcomeOf(now) === shown) return;
    shown = outcomeOf(now);
    upsertSearchAttributes([{ key: searchAttributes.Outcome, value: shown }]);
  };
  setHandler(
    told,
    (recordEvent) => {
      heard += 1;
      notes = noteOf(notes, recordEvent, Date.now());
      show();
    },
    { description: 'Look at the run again' },
  );
  setHandler(progress, () => now, { description: 'How far the run is' });
  answerOperators({
    run: input.run,
    now: () => now,
    decided(decided) {
      decisions += 1;
      now = { ...now, ...decided };
      show();
    },
  });
  for (;;) {
    if (workflowInfo().historyLength >= longHistory || workflowInfo().continueAsNewSuggested) {
      if (!allHandlersFinished()) await condition(allHandlersFinished);
      await continueAsNew<typeof bulkRun>({ ...input, before: now, notes });
    }
    const [heardBefore, decidedBefore] = [heard, decisions];
    const seen = await chunk(input, now);
    // What an operator decided while the chunk was under way is newer than what it saw.
    now = decisions === decidedBefore ? seen : { ...seen, state: now.state, rate: now.rate };
    show();
    // Who was told something meanwhile looks once more: something may be done again just as it came to its end.
    if (now.state === 'running' || heard > heardBefore) continue;
    if (now.state === 'done' || (now.state === 'canceled' && pastOf(now) >= now.total)) break;
    // Whatever an operator decides, the service tells of it too.
    if (now.state === 'paused') await condition(() => heard > heardBefore);
  }
  if (!allHandlersFinished()) await condition(allHandlersFinished);
  return now;
}

function outcomeOf({ state }: BulkRunTotals): string {
  return state === 'running' ? 'working' : state;
}

/** Orders that have their outcome. */
function pastOf({ done, skipped, warned, failed }: BulkRunTotals): number {
  return done + skipped + warned + failed;
}

function chunk({ run, action, chunk = wholeChunk }: BulkRunInput, now: BulkRunTotals) {
  const { rate, total } = now;
  const past = pastOf(now);
  const most = rate === null ? chunk : Math.max(1, Math.min(chunk, Math.ceil(rate * secondsOfChunk)));
  const count = Math.min(most, Math.max(1, total - past));
  const orders = count === 1 ? '1 order' : `${count} orders`;
  const what = past < total ? `${actionWords(action)} ${orders}` : 'Look whether anything is left to do';
  const summary = `${what}, ${numberWords(past)} of ${numberWords(total)}`;
  return workOff.executeWithOptions({ summary }, [{ run, max: count }]);
}

function begun({ total, rate = null }: BulkRunInput): BulkRunTotals {
  return { state: 'running', rate, total, done: 0, skipped: 0, warned: 0, failed: 0 };
}
