import { sleep } from '@temporalio/workflow';

/** Passes ten times through the server's queues and does nothing: how long that takes tells how the server is set. */
export async function probe(): Promise<void> {
  for (let hop = 0; hop < 10; hop += 1) await sleep(1, { summary: 'Measure how fast the Temporal server is' });
}
