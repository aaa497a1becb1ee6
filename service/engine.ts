import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { tracing } from '../tracing/tracing.ts';
import { taskQueue } from '../workflows/contract/task-queues.ts';

/** A worker polls at least once a minute. The server shows pollers for five minutes. */
const aliveSeconds = 70;
/** How long the answer of the server is reused, because `/readyz` may be called often. */
const reuseSeconds = 2;

/** A client of the Temporal server, which connects at its first use. */
export class Engine {
  #client: Promise<Client> | null = null;
  #check: { at: number; answer: Promise<string | null> } | null = null;

  /**
   * Returns the connected client.
   * @throws Error if the server that `TEMPORAL_*` names cannot be reached; the next call tries again
   */
  client(): Promise<Client> {
    this.#client ??= connect().catch((error) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  /** Returns in one sentence why no worker drives orders; null if a worker polls the engine's task queue. */
  missing(): Promise<string | null> {
    const now = Date.now();
    if (!this.#check || now - this.#check.at > reuseSeconds * 1000) {
      this.#check = { at: now, answer: this.#findPollers() };
    }
    return this.#check.answer;
  }

  async #findPollers(): Promise<string | null> {
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
