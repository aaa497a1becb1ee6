import { hostname } from 'node:os';
import { Client } from '@temporalio/client';
import { taskQueue } from './input.ts';
import { probe } from './probe.ts';
import type { TemporalConnection } from './temporal.ts';

/** A server set as docs/operating.md says takes 20 ms for a workflow of three hops; with the defaults each hop adds 50. */
const slowFrom = 120;
const attempts = 5;

/**
 * Measures how long a workflow that does nothing takes, by the best of a few, and says so where the server has the slow
 * defaults. The worker has to be running.
 * @returns the warning, or undefined where the server is fast enough
 */
export async function slowServerWarning({ connection, namespace }: TemporalConnection): Promise<string | undefined> {
  const client = new Client({ connection, namespace });
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const started = performance.now();
    await client.workflow.execute(probe, { taskQueue, workflowId: `probe/${hostname()}` });
    best = Math.min(best, performance.now() - started);
  }
  if (best < slowFrom) return undefined;
  return (
    `A workflow that does nothing takes ${Math.round(best)} ms: the Temporal server probably has its defaults ` +
    'for small machines. docs/operating.md names the settings and what they change.'
  );
}
