import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ScheduledRunActivities } from '../../activities/scheduled-run/activities.ts';
import { type BulkRunNow, plain, type ScheduledRunInput, type ScheduledRunOutcome } from '../contract/order.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { refusalIn } from '../shared/calls.ts';

const ordinary = proxyActivities<ScheduledRunActivities>({
  startToCloseTimeout: '70s',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Looking is done again and again: as a local activity it is one event, and a tenth of the server's work. */
const local = proxyLocalActivities<ScheduledRunActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 2, initialInterval: '500ms' },
});

/** Seconds between two looks at the run, from its beginning on. A run of a minute is noticed 10 s after its end at most. */
const pauses = [1, 1, 2, 2, 5, 5, 10, 10, 10, 10, 30, 30, 60];

/**
 * What a schedule starts when it is due: it has the service begin a bulk run, and lasts as long as that does. What is to
 * happen when the schedule is due meanwhile, Temporal decides by this workflow being under way (the `overlap` of the schedule);
 * canceled by that, or by a person, it cancels the bulk run.
 */
export async function scheduledRun(input: ScheduledRunInput): Promise<ScheduledRunOutcome> {
  // A beginning is not given up half way: who would cancel the run that it may have made?
  const begun = input.begun ?? (await CancellationScope.nonCancellable(() => begin(input)));
  try {
    return await untilEnded(begun, input);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => cancel(begun));
    throw error;
  }
}

async function begin({ schedule, run }: ScheduledRunInput): Promise<BulkRunNow> {
  const summary = `Begin the bulk run of ${schedule}: ${run.action}`;
  const begun = await ordinary.beginRun.executeWithOptions({ summary }, [run]);
  upsertSearchAttributes([{ key: searchAttributes.BulkRun, value: begun.id }]);
  return begun;
}

async function untilEnded(begun: BulkRunNow, input: ScheduledRunInput): Promise<BulkRunNow> {
  let now = begun;
  for (let looked = 0; !ended(now); looked += 1) {
    show(now);
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof scheduledRun>({ ...input, begun: now });
    }
    const seconds = pauses[Math.min(looked, pauses.length - 1)] as number;
    await sleep(seconds * 1000, { summary: `Bulk run ${now.id} is ${now.state}: look again in ${seconds} s` });
    now = await look(now.id);
  }
  show(now);
  return now;
}

function look(id: number): Promise<BulkRunNow> {
  const summary = `Look how far bulk run ${id} is`;
  return local.lookAtRun.executeWithOptions({ summary }, [id]).catch((error) => {
    if (isCancellation(error)) throw error;
    return ordinary.lookAtRun.executeWithOptions({ summary }, [id]);
  });
}

/** A run that has ended meanwhile refuses it, and nothing is left to do. */
async function cancel({ id }: BulkRunNow): Promise<void> {
  const canceled = ordinary.cancelRun.executeWithOptions({ summary: `Cancel bulk run ${id}` }, [id]);
  await canceled.then(show, (error) => {
    if (!refusalIn(error)) throw error;
  });
}

function ended({ state }: BulkRunNow): boolean {
  return state === 'done' || state === 'canceled';
}

function show({ id, state, total, done, skipped, warned, failed }: BulkRunNow): void {
  setCurrentDetails(
    `Bulk run ${id}: **${plain(state)}**, ${done + skipped + warned + failed} of ${total}: ${done} done, ${skipped} skipped, ${warned} warned, ${failed} failed`,
  );
}
