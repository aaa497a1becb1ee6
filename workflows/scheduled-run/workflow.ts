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
import type { BulkRunProgress, ScheduledRunInput, ScheduledRunOutcome } from '../contract/scheduled-run.ts';
import { searchAttributes } from '../contract/search-attributes.ts';
import { localOptions, ordinaryOptions, refusalIn } from '../shared/calls.ts';
import { details } from './view.ts';

const ordinary = proxyActivities<ScheduledRunActivities>(ordinaryOptions);
const local = proxyLocalActivities<ScheduledRunActivities>(localOptions);

/** Seconds between two reads of the run, from its start on. The end of a run of one minute is noticed within 10 s. */
const pauses = [1, 1, 2, 2, 5, 5, 10, 10, 10, 10, 30, 30];
const longestPause = 60;

/**
 * Starts a bulk run when a schedule is due, and lasts until the run ends. Temporal applies the `overlap` of the schedule to
 * this workflow. If the overlap or a person cancels the workflow, it cancels the bulk run.
 */
export async function scheduledRun(input: ScheduledRunInput): Promise<ScheduledRunOutcome> {
  // The start cannot be canceled half way: the run that it may have created would then continue.
  const started = input.started ?? (await CancellationScope.nonCancellable(() => start(input)));
  try {
    return await untilEnded(started, input);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => cancel(started));
    throw error;
  }
}

async function start({ schedule, run }: ScheduledRunInput): Promise<BulkRunProgress> {
  const summary = `Start the bulk run of ${schedule}: ${run.action}`;
  const started = await ordinary.startBulkRun.executeWithOptions({ summary }, [run]);
  upsertSearchAttributes([{ key: searchAttributes.BulkRun, value: String(started.id) }]);
  return started;
}

async function untilEnded(started: BulkRunProgress, input: ScheduledRunInput): Promise<BulkRunProgress> {
  let run = started;
  for (let reads = 0; !hasEnded(run); reads += 1) {
    setCurrentDetails(details(run));
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof scheduledRun>({ ...input, started: run });
    const seconds = pauses[reads] ?? longestPause;
    await sleep(seconds * 1000, { summary: `Bulk run ${run.id} is ${run.state}: read it again in ${seconds} s` });
    run = await read(run.id);
  }
  setCurrentDetails(details(run));
  return run;
}

function read(id: number): Promise<BulkRunProgress> {
  const summary = `Read bulk run ${id}`;
  return local.readBulkRun.executeWithOptions({ summary }, [id]).catch((error) => {
    if (isCancellation(error)) throw error;
    return ordinary.readBulkRun.executeWithOptions({ summary }, [id]);
  });
}

/** Cancels the bulk run. A run that has ended refuses this, and then nothing is left to do. */
async function cancel({ id }: BulkRunProgress): Promise<void> {
  const canceled = ordinary.cancelBulkRun.executeWithOptions({ summary: `Cancel bulk run ${id}` }, [id]);
  await canceled.then(
    (run) => setCurrentDetails(details(run)),
    (error) => {
      if (!refusalIn(error)) throw error;
    },
  );
}

function hasEnded({ state }: BulkRunProgress): boolean {
  return state === 'done' || state === 'canceled';
}
