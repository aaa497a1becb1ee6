import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { type PayloadEncoding, plainEncoding } from '../codec/payload-codec.ts';
import { tracing } from '../tracing/tracing.ts';

/** A client of the Temporal server that `TEMPORAL_*` names. It connects at its first use. */
export class Engine {
  readonly address: string;
  readonly namespace: string;
  readonly #options: ReturnType<typeof loadClientConnectConfig>['connectionOptions'];
  readonly #encoding: PayloadEncoding;
  #client: Promise<Client> | null = null;

  /** @param encoding how payloads are encoded; workers need the same */
  constructor(encoding: PayloadEncoding = plainEncoding) {
    const { connectionOptions, namespace = 'default' } = loadClientConnectConfig();
    this.#encoding = encoding;
    this.#options = connectionOptions;
    this.address = connectionOptions.address ?? '127.0.0.1:7233';
    this.namespace = namespace;
  }

  /**
   * Returns the connected client.
   * @throws Error if the server cannot be reached; the next call tries again
   */
  client(): Promise<Client> {
    this.#client ??= this.#connect().catch((error) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    await client?.connection.close();
  }

  async #connect(): Promise<Client> {
    const { dataConverter } = this.#encoding;
    const connection = await Connection.connect({ ...this.#options, connectTimeout: '5 seconds' });
    const interceptors = tracing()?.clientInterceptors;
    return new Client({ connection, namespace: this.namespace, dataConverter, interceptors });
  }
}
