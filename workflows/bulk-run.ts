import {
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { BulkRunActivities } from '../activities/bulk-run.ts';
import {
  actionWords,
  type BulkRunInput,
  type BulkRunTold,
  type BulkRunTotals,
  type BulkRunTrouble,
  bulkQueue,
  numberWords,
} from './bulk-run-input.ts';
import { happenedSignal, plain } from './input.ts';
import { searchAttributes } from './search-attributes.ts';

/** Orders that one activity takes. A chunk is six events, so that 10,000 orders are 600. */
const wholeChunk = 100;
/** A chunk should take some seconds: then the details show how far it is. */
const secondsOfChunk = 5;
/** A run goes on in a new history before this one has 2,000 events; a chunk and what is told meanwhile are some ten. */
const longHistory = 1_500;

/** It hears of a worker that died within seconds, and for how long it goes on at all the activity decides. */
const { workOff } = proxyActivities<BulkRunActivities>({
  taskQueue: bulkQueue,
  startToCloseTimeout: '5m',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

export const told = defineSignal<[Omit<BulkRunTold, 'run'>]>(happenedSignal);

/** How far the run is, as the service last said. */
export const progress = defineQuery<BulkRunTotals>('progress');

/**
 * Goes through the orders of a bulk run, chunk by chunk. What is to be done, whether it is paused, and how fast it may go the
 * service says each time; this only sees to it that somebody goes on.
 */
export async function bulkRun(input: BulkRunInput): Promise<BulkRunTotals> {
  let heard = 0;
  let now: BulkRunTotals = input.before ?? begun(input);
  const hear = () => {
    heard += 1;
  };
  setHandler(told, hear, { description: 'Look at the run again' });
  setHandler(progress, () => now, { description: 'How far the run is' });
  let shown = outcomeOf(now);
  for (;;) {
    if (workflowInfo().historyLength >= longHistory || workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof bulkRun>({ ...input, before: now });
    }
    const before = heard;
    now = await chunk(input, now);
    setCurrentDetails(details(input, now));
    if (outcomeOf(now) !== shown) {
      shown = outcomeOf(now);
      upsertSearchAttributes([{ key: searchAttributes.Outcome, value: shown }]);
    }
    // Who was told something meanwhile looks once more: something may be done again just as it came to its end.
    if (now.state === 'running' || heard > before) continue;
    if (now.state === 'done' || (now.state === 'canceled' && pastOf(now) >= now.total)) return now;
    if (now.state === 'paused') await condition(() => heard > before);
  }
}

function outcomeOf({ state }: BulkRunTotals): string {
  return state === 'running' ? 'working' : state;
}

/** Orders that have their outcome. */
function pastOf({ done, skipped, warned, failed }: BulkRunTotals): number {
  return done + skipped + warned + failed;
}

function chunk({ run, action, chunk = wholeChunk }: BulkRunInput, { rate, total, ...now }: BulkRunTotals) {
  const past = now.done + now.skipped + now.warned + now.failed;
  const most = rate === null ? chunk : Math.max(1, Math.min(chunk, Math.ceil(rate * secondsOfChunk)));
  const count = Math.min(most, Math.max(1, total - past));
  const orders = count === 1 ? '1 order' : `${count} orders`;
  const summary = `${actionWords(action)} ${orders}, ${numberWords(past)} of ${numberWords(total)}`;
  return workOff.executeWithOptions({ summary }, [{ run, max: count }]);
}

function begun({ total }: BulkRunInput): BulkRunTotals {
  return { state: 'running', rate: null, total, done: 0, skipped: 0, warned: 0, failed: 0 };
}

/** What Temporal's UI shows of a run: its totals and its rate, and which orders it did not do. */
function details({ run, action }: BulkRunInput, { state, rate, total, troubles = [], ...now }: BulkRunTotals): string {
  const past = now.done + now.skipped + now.warned + now.failed;
  return [
    `**${state}**: ${action}, ${numberWords(past)} of ${numberWords(total)} orders${rate === null ? '' : `, at most ${rate} a second`}`,
    table(
      ['done', 'skipped', 'warned', 'failed'],
      [[now.done, now.skipped, now.warned, now.failed].map((count) => numberWords(count))],
    ),
    ...(troubles.length === 0 ? [] : [table(['order', '', 'why'], troubles.map(troubleRow))]),
    `Orders that failed, and why: \`GET /bulkrun/${run}/order?outcome=failed\`. Orders that it issued, in the list here: \`BulkRun = ${run}\``,
  ].join('\n\n');
}

const troubleRow = ({ order, outcome, why }: BulkRunTrouble) => [plain(order), outcome, plain(why)];

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
