/** A worker in its own process, for tests that kill it. */
import { readEnvironment } from '../../../config/environment.ts';
import { startWorker } from '../../../worker.ts';

const worker = await startWorker(readEnvironment(), { carriers: [] });
await worker.ready;
console.log('ready');
