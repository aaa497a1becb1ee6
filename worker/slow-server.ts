import { hostname } from 'node:os';
import { Client } from '@temporalio/client';
import type { PayloadEncoding } from '../lib/codec/payload-codec.ts';
import { taskQueue } from '../workflows/contract/task-queues.ts';
import type { TemporalConnection } from './connection.ts';

/**
 * Duration of five consecutive empty activities on a slow server, in milliseconds. With the settings of
 * docs/operating.md a server takes 90 on two cores and up to 200 on busy ones. With its defaults it takes 500, since
 * each hop waits for the next of 20 reads a second.
 */
const slowFrom = 300;
const group = 5;
/** The first hops do not count: reads that an idle server has saved up make some of them fast. */
const uncounted = 20;
const groups = 2;

/**
 * Measures how long activities take that do nothing. The best of several counts, so that a busy moment does not look like a slow
 * server. The worker must be running.
 * @returns the warning; undefined where the server is fast enough or could not be measured
 */
export async function slowServerWarning({
  connection,
  namespace,
  dataConverter,
}: TemporalConnection & Pick<PayloadEncoding, 'dataConverter'>): Promise<string | undefined> {
  const client = new Client({ connection, namespace, dataConverter });
  const times = await client.workflow
    .execute<(hops: number) => Promise<number[]>>('probe', {
      taskQueue,
      args: [uncounted + group * groups],
      workflowId: `probe/${hostname()}/${process.pid}`,
      workflowExecutionTimeout: '30s',
      staticSummary: 'Measures how fast the Temporal server is',
    })
    .catch(() => []);
  const best = fastest(times.slice(uncounted - 1));
  if (best < slowFrom) return undefined;
  return (
    `Five activities that do nothing take ${Math.round(best)} ms: the Temporal server probably has its defaults, ` +
    'which are for small machines. docs/operating.md names the settings and what they change.'
  );
}

function fastest(times: readonly number[]): number {
  const starts = times.slice(0, -group);
  return Math.min(
    ...starts.map((start, index) => (times[index + group] ?? Number.POSITIVE_INFINITY) - start),
    starts.length ? Number.POSITIVE_INFINITY : 0,
  );
}
