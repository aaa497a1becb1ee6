import { Failure, sentenceOf } from '../processes/failure.ts';
import { prepareNamespace } from './namespace.ts';
import { defaultNamespace } from './temporal.ts';

/** Checks that the server that `TEMPORAL_*` describe answers, and makes there what orders need, where we may. */
export async function useForeignTemporal(address: string): Promise<string> {
  const [{ Connection }, { loadClientConnectConfig }] = await Promise.all([
    import('@temporalio/client'),
    import('@temporalio/envconfig'),
  ]);
  const { connectionOptions, namespace = defaultNamespace } = loadClientConnectConfig();
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '10s' }).catch((error) => {
    throw new Failure(
      `Temporal at ${address} (TEMPORAL_ADDRESS) does not answer: ${sentenceOf(error)}. Start it, or unset TEMPORAL_ADDRESS to have one started here.`,
    );
  });
  try {
    const { commands } = await prepareNamespace(connection, namespace);
    return [
      `${address}, namespace ${namespace}`,
      ...commands.map((command) => `to be run by its administrator: ${command}`),
    ].join('\n');
  } finally {
    await connection.close();
  }
}
