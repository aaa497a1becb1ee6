import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../../config/root.ts';

const compiled = (file: string) => JSON.stringify(join(projectRoot, 'dist', file));

/** The compiled worker, because Node does not run TypeScript. `npm test` builds before it tests. */
const programOf = (settings: object) => `
  import { readEnvironment } from ${compiled('config/environment.js')};
  import { startWorker } from ${compiled('worker.js')};
  const worker = await startWorker(readEnvironment(), ${JSON.stringify({ carriers: [], ...settings })});
  await worker.ready;
  console.log('ready');
`;

/** Starts a worker in its own process, for a test that kills it. */
export async function spawnWorker(url: string, apiKey: string, settings: object = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programOf(settings)], {
    env: { ...process.env, CONVEYOR_URL: url, CONVEYOR_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })) {
    if (line === 'ready') return child;
  }
  throw new Error('the worker did not start');
}
