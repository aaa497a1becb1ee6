import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { projectRoot } from '../../config/root.ts';

/** Starts the thread of a carrier from its source: Node runs TypeScript only through a loader, the one of the test runner. */
export function startThread(options: WorkerOptions): Worker {
  const thread = join(projectRoot, 'plugins/thread.ts');
  const code = `import('vite').then(({ runnerImport }) => runnerImport(${JSON.stringify(thread)}));`;
  return new Worker(code, { ...options, eval: true });
}
