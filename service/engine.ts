import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { type PayloadEncoding, plainEncoding } from '../lib/codec/payload-codec.ts';
import { tracing } from '../lib/tracing/tracing.ts';

/**
 * Milliseconds without traffic after which the client asks the server whether it is there, and the time for its answer. A
 * connection that was lost without a reset is replaced after both. Servers refuse clients that ask more often than every 10 s.
 */
const keepAlive = { time: 15_000, timeout: 5_000 };

/** The longest pause in milliseconds between two attempts to connect. The usual one of gRPC is two minutes. */
const longestReconnectPause = 5_000;

/** A client of the Temporal server that `TEMPORAL_*` names. It connects at its first use. */
export class Engine {
  readonly address: string;
  readonly namespace: string;
  readonly #options: ReturnType<typeof loadClientConnectConfig>['connectionOptions'];
  readonly #encoding: PayloadEncoding;
  readonly #keepAlive: typeof keepAlive;
  #client: Promise<Client> | null = null;

  /**
   * @param encoding how payloads are encoded; workers need the same
   * @param parts.address an address in place of that of `TEMPORAL_ADDRESS`
   * @param parts.keepAlive shorter times, for tests
   */
  constructor(
    encoding: PayloadEncoding = plainEncoding,
    parts: { address?: string; namespace?: string; keepAlive?: typeof keepAlive } = {},
  ) {
    const { connectionOptions: loaded, namespace = 'default' } = loadClientConnectConfig();
    const connectionOptions = parts.address === undefined ? loaded : { ...loaded, address: parts.address };
    this.#keepAlive = parts.keepAlive ?? keepAlive;
    this.#encoding = encoding;
    this.#options = connectionOptions;
    this.address = connectionOptions.address ?? '127.0.0.1:7233';
    this.namespace = parts.namespace ?? namespace;
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
    const { time, timeout } = this.#keepAlive;
    const channelArgs = {
      'grpc.keepalive_time_ms': time,
      'grpc.keepalive_timeout_ms': timeout,
      'grpc.max_reconnect_backoff_ms': longestReconnectPause,
    };
    const connection = await Connection.connect({ ...this.#options, channelArgs, connectTimeout: '5 seconds' });
    const interceptors = tracing()?.clientInterceptors;
    return new Client({ connection, namespace: this.namespace, dataConverter, interceptors });
  }
}
