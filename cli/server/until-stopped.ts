import { stopSignal } from '../../stack/processes/stop-signal.ts';

/** Longer than any request or activity that is worth waiting for; a supervisor ends the process before (milliseconds). */
const longestStop = 30_000;

interface Server {
  stop(): Promise<void>;
  /** What SIGHUP does: reads the configuration again, and tells itself what came of it. */
  reload?(): Promise<unknown>;
  /** Rejects when the server ends by a fault of its own. */
  readonly ended?: Promise<void>;
}

/**
 * Runs a server until it is told to stop, by a signal or because the process that started it is gone. Stops it
 * gracefully, at a second signal at once, and ends the process: 0 after a stop, 1 otherwise. SIGHUP has it read its
 * configuration again.
 */
export async function untilStopped(start: () => Promise<Server>): Promise<never> {
  let started: Server | undefined;
  const told = stopSignal(
    () => process.exit(1),
    () => void started?.reload?.().catch((error) => process.stderr.write(`${error.message}\n`)),
  );
  const server = await Promise.race([start(), told]);
  started = server ?? undefined;
  // Whatever an unfinished start has begun, the next one begins again: there is nothing to wait for.
  if (!server) process.exit(0);
  process.send?.('ready');
  await Promise.race([told, server.ended ?? told]);
  setTimeout(() => process.exit(1), longestStop);
  await server.stop();
  process.exit(0);
}
