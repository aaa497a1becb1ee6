import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { tracing } from '../tracing/tracing.ts';
import { taskQueue } from '../workflows/contract/order.ts';

/** A worker polls at least once a minute; the server shows pollers for five. */
const aliveSeconds = 70;
/** `/readyz` may be asked often: the server is asked at most this often. */
const askEverySeconds = 2;

/** The service's way to the engine: a client of the Temporal server, connected when it is first needed. */
export class Engine {
  #client: Promise<Client> | null = null;
  #asked: { at: number; answer: Promise<string | null> } | null = null;

  /** @throws where the server that `TEMPORAL_*` names cannot be reached; the next call tries again */
  client(): Promise<Client> {
    this.#client ??= connect().catch((error) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  /** What keeps orders from being driven, in one sentence; null where a worker polls the engine's task queue. */
  missing(): Promise<string | null> {
    const now = Date.now();
    if (!this.#asked || now - this.#asked.at > askEverySeconds * 1000) {
      this.#asked = { at: now, answer: this.#ask() };
    }
    return this.#asked.answer;
  }

  async #ask(): Promise<string | null> {
    try {
      const client = await this.client();
      const { pollers } = await client.connection.withDeadline(Date.now() + 3_000, () =>
        client.workflowService.describeTaskQueue({
          namespace: client.options.namespace,
          taskQueue: { name: taskQueue },
          taskQueueType: 1,
        }),
      );
      const since = Date.now() / 1000 - aliveSeconds;
      const alive = (pollers ?? []).some((poller) => Number(poller.lastAccessTime?.seconds ?? 0) > since);
      return alive ? null : 'No worker drives orders: start one with `conveyor worker`.';
    } catch (error) {
      return `The Temporal server does not answer: ${error instanceof Error ? error.message : error}`;
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    await client?.connection.close();
  }
}

async function connect(): Promise<Client> {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '5 seconds' });
  return new Client({ connection, namespace, interceptors: tracing()?.clientInterceptors });
}
