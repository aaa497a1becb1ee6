import type { Client } from '@temporalio/client';
import { Failure, sentenceOf } from '../../stack/processes/failure.ts';

export interface TemporalPlace {
  /** Address of the service: a stack keeps its Temporal server one port above. Not asked for where the environment names one. */
  readonly service: () => string;
  /** True where a folder of a stack was named on the command line: it goes before the environment. */
  readonly stack: boolean;
}

/**
 * Does something with the Temporal server that `TEMPORAL_*` names, or else with that of the stack.
 * @throws Failure where it does not answer
 */
export async function withTemporal<T>(place: TemporalPlace, work: (temporal: Client) => Promise<T>): Promise<T> {
  const [{ Client, Connection }, { loadClientConnectConfig }] = await Promise.all([
    import('@temporalio/client'),
    import('@temporalio/envconfig'),
  ]);
  const named = Object.keys(process.env).some((name) => /^TEMPORAL_(ADDRESS|PROFILE|CONFIG_FILE)$/.test(name));
  const { connectionOptions, namespace = 'default' } =
    place.stack || !named ? { connectionOptions: { address: besidesOf(place.service()) } } : loadClientConnectConfig();
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '5 seconds' }).catch((error) => {
    throw new Failure(
      `The Temporal server at ${connectionOptions?.address} does not answer (${sentenceOf(error)}). Name another with TEMPORAL_ADDRESS.`,
      1,
      { cause: error },
    );
  });
  try {
    return await work(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}

function besidesOf(service: string): string {
  const { hostname, port } = new URL(service);
  return `${hostname}:${Number(port) + 1}`;
}
