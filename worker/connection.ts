import { loadClientConnectConfig } from '@temporalio/envconfig';
import { NativeConnection } from '@temporalio/worker';

/** A connection to the server that the standard `TEMPORAL_*` variables and configuration file name. */
export interface TemporalConnection {
  readonly connection: NativeConnection;
  readonly namespace: string;
}

/** Connects by `TEMPORAL_ADDRESS`, `TEMPORAL_NAMESPACE`, `TEMPORAL_API_KEY` and `TEMPORAL_TLS_…`. */
export async function connectToTemporal(): Promise<TemporalConnection> {
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig();
  return { connection: await NativeConnection.connect(connectionOptions), namespace };
}
