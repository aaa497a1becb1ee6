import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { projectRoot } from '../../../config/root.ts';

/** The compiled thread of a carrier, because Node does not run TypeScript. `npm test` builds before it tests. */
const thread = join(projectRoot, 'dist', 'plugins', 'sandbox', 'thread.js');

export function startThread(options: WorkerOptions): Worker {
  return new Worker(thread, options);
}
