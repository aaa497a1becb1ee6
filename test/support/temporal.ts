import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../cli/stack/ports.ts';
import { temporalBinary } from '../../cli/stack/temporal/binary.ts';
import { temporalLaunch, temporalReady } from '../../cli/stack/temporal/temporal.ts';
import { workflowBundle } from '../../worker/bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Temporal server for the engine's tests, `host:port`, where every test file has a namespace of its own. */
    temporalAddress: string;
  }
}

/**
 * Makes the workflow bundle that all workers of a test run share, and starts the one Temporal server, in memory and with our
 * settings. TEST_TEMPORAL_ADDRESS names another server.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  await workflowBundle();
  const address = process.env.TEST_TEMPORAL_ADDRESS;
  if (address) {
    project.provide('temporalAddress', address);
    return undefined;
  }
  const binary = await temporalBinary((progress) => console.error(`Temporal server: ${progress}`));
  const port = await freePort();
  const { command, args, env } = temporalLaunch(binary, {
    port,
    uiPort: undefined,
    file: undefined,
    makesNamespaces: true,
  });
  const server = spawn(command, args, { env, stdio: 'ignore' });
  const abandon = () => server.kill('SIGKILL');
  process.once('exit', abandon);
  const gone = once(server, 'exit').then(() =>
    Promise.reject(new Error('The Temporal server for the tests did not start.')),
  );
  gone.catch(() => undefined);
  await Promise.race([temporalReady(port), gone]);
  project.provide('temporalAddress', `127.0.0.1:${port}`);
  return async () => {
    process.off('exit', abandon);
    server.kill('SIGTERM');
    await gone.catch(() => undefined);
  };
}
