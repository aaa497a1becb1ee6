import { note } from '../output/terminal.ts';
import { stopSignal } from '../stack/processes/stop-signal.ts';

/**
 * Time until a stop is forced, in milliseconds. It exceeds the longest request and activity; a supervisor waits
 * less.
 */
const longestStop = 30_000;

interface Server {
  stop(): Promise<void>;
  /** Called before the stop: waits until load balancers send nothing more. */
  leave?(): Promise<void>;
  /** Called at SIGHUP: reloads the configuration and logs the result. */
  reload?(): Promise<unknown>;
  /** Rejects when the server ends with an error. */
  readonly ended?: Promise<void>;
}

/**
 * Runs a server until a stop signal, or until the parent process ends. Stops it gracefully, or at once after a second signal.
 * Ends the process with 0 after a stop and with 1 otherwise. SIGHUP reloads the configuration.
 */
export async function untilStopped(start: () => Promise<Server>): Promise<never> {
  let started: Server | undefined;
  const stopped = stopSignal(
    () => process.exit(1),
    () => void started?.reload?.().catch((error) => note(`${error.message}\n`)),
  );
  const server = await Promise.race([start(), stopped]);
  started = server ?? undefined;
  // The next start repeats everything that an incomplete start did, so there is nothing to wait for.
  if (!server) process.exit(0);
  process.send?.('ready');
  await Promise.race([stopped, server.ended ?? stopped]);
  await server.leave?.();
  setTimeout(() => process.exit(1), longestStop);
  await server.stop();
  process.exit(0);
}
