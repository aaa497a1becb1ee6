import { sleep } from '@temporalio/workflow';
import { plainSummary } from '../contract/text.ts';
import { call } from './calls.ts';

/** Seconds between two reads; most background requests take a few seconds. The last pause repeats. */
const pauses = [1, 2, 5, 10];
const longestPause = 30;

/**
 * Waits until the service has finished a background request.
 * @param path address of the background request
 * @param onWait runs before the wait
 * @throws the refusal of the request, see `refusalIn`
 */
export async function backgroundResult(path: string, summary: string, onWait?: () => void): Promise<void> {
  onWait?.();
  for (let reads = 0; ; reads += 1) {
    const seconds = pauses[reads] ?? longestPause;
    await sleep(seconds * 1000, {
      summary: plainSummary(summary, ': wait for the service to finish in the background'),
    });
    if (await call('readBackgroundRequest', [path], `${summary}: read whether it is finished`)) return;
  }
}
