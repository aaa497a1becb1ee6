import { proxyActivities } from '@temporalio/workflow';

const { clock } = proxyActivities<{ clock(): Promise<number> }>({ startToCloseTimeout: '10s' });

/**
 * Runs an activity that does nothing, one after the other, to measure how fast the Temporal server is.
 * @returns the time of each activity, in milliseconds of the worker's clock
 */
export async function probe(hops: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < hops) {
    times.push(await clock.executeWithOptions({ summary: 'Measure how fast the Temporal server is' }, []));
  }
  return times;
}
