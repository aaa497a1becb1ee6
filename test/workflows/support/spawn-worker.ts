import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts a worker in its own process, for a test that kills it. The test runner's loader runs its TypeScript. */
export async function spawnWorker(url: string, apiKey: string): Promise<ChildProcess> {
  const file = join(import.meta.dirname, 'worker-process.ts');
  const code = `import { runnerImport } from 'vite'; await runnerImport(${JSON.stringify(file)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, CONVEYOR_URL: url, CONVEYOR_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })) {
    if (line === 'ready') return child;
  }
  throw new Error('the worker did not start');
}
