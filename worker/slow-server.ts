import { hostname } from 'node:os';
import { Client } from '@temporalio/client';
import { taskQueue } from '../workflows/contract/order.ts';
import { probe } from '../workflows/probe/workflow.ts';
import type { TemporalConnection } from './connection.ts';

/**
 * Milliseconds for five activities that do nothing, one after the other. Set as docs/operating.md says, a server takes 90
 * on two cores and up to 200 on busy ones; with its defaults 500, since each hop waits for the next of 20 reads a
 * second. The first twenty hops are not counted: reads that an idle server has saved up make some of them fast.
 */
const slowFrom = 300;
const group = 5;
const uncounted = 20;
const groups = 2;

/**
 * Measures how long nothing takes, by the best of a few, so that a busy moment is not taken for a slow server. The worker
 * has to be running.
 * @returns the warning; undefined where the server is fast enough or could not be measured
 */
export async function slowServerWarning({ connection, namespace }: TemporalConnection): Promise<string | undefined> {
  const client = new Client({ connection, namespace });
  const times = await client.workflow
    .execute(probe, {
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
    ...starts.map((start, index) => (times[index + group] as number) - start),
    starts.length ? Number.POSITIVE_INFINITY : 0,
  );
}
