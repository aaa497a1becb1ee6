import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { projectRoot } from '../../../config/root.ts';

/** Starts the thread of a carrier from its source, through the test runner's loader, because Node does not run TypeScript. */
export function startThread(options: WorkerOptions): Worker {
  const thread = join(projectRoot, 'plugins/sandbox/thread.ts');
  const code = `import('vite').then(({ runnerImport }) => runnerImport(${JSON.stringify(thread)}));`;
  return new Worker(code, { ...options, eval: true });
}
