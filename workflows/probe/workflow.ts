import { proxyActivities } from '@temporalio/workflow';

const { clock } = proxyActivities<{ clock(): Promise<number> }>({ startToCloseTimeout: '10s' });

/** Goes through the server's queues again and again, and gives back at what times it got through, in milliseconds. */
export async function probe(hops: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < hops) {
    times.push(await clock.executeWithOptions({ summary: 'Measure how fast the Temporal server is' }, []));
  }
  return times;
}
