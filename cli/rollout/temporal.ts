import { Failure, sentenceOf } from '../../lib/failure.ts';
import type { Server } from '../../worker/deployment.ts';

export interface TemporalPlace {
  /** Returns the address of the service; the Temporal server of a stack is one port above. Not called if the environment has a server. */
  readonly service: () => string;
  /** Whether the command line has the folder of a stack. It takes precedence over the environment. */
  readonly stack: boolean;
}

/**
 * Runs work with the Temporal server of `TEMPORAL_*`, or of the stack.
 * @throws Failure if the server does not answer
 */
export async function withTemporal<T>(place: TemporalPlace, work: (server: Server) => Promise<T>): Promise<T> {
  const [{ Connection }, { loadClientConnectConfig }] = await Promise.all([
    import('@temporalio/client'),
    import('@temporalio/envconfig'),
  ]);
  const named = Object.keys(process.env).some((name) => /^TEMPORAL_(ADDRESS|PROFILE|CONFIG_FILE)$/.test(name));
  const { connectionOptions, namespace = 'default' } =
    place.stack || !named
      ? { connectionOptions: { address: temporalOfStack(place.service()) } }
      : loadClientConnectConfig();
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '5 seconds' }).catch((error) => {
    throw new Failure(
      `The Temporal server at ${connectionOptions?.address} does not answer (${sentenceOf(error)}). Start it, or set TEMPORAL_ADDRESS to another server.`,
      1,
      { cause: error },
    );
  });
  try {
    return await work({ connection, namespace });
  } finally {
    await connection.close();
  }
}

function temporalOfStack(service: string): string {
  const { hostname, port } = new URL(service);
  return `${hostname}:${Number(port) + 1}`;
}
