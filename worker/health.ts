import { createServer, type Server, type ServerResponse } from 'node:http';
import { Failure } from '../lib/failure.ts';
import type { TemporalConnection } from './connection.ts';
import type { PolledQueueState } from './polled-queues.ts';

/** A poll lasts a minute at most. After this many seconds without a new one, the worker does not reach the server. */
const longestPoll = 70;
/** Time limit of an answer from the Temporal server, in milliseconds. */
const limit = 2_000;
/** Numbers of Temporal's `TaskQueueType`. */
const ofWorkflows = 1;
const ofActivities = 2;

export interface HealthServer {
  /** `http://host:port` of the open port. */
  readonly url: string;
  close(): Promise<void>;
}

interface Parts {
  readonly temporal: TemporalConnection;
  /** The name of this process in the server's list of polls. */
  readonly identity: string;
  /** Returns the hash of the rule set that the worker uses; null if it follows none. */
  ruleset(): string | null;
  /** Returns the task queues that the process polls, with the states of their workers. */
  queues(): readonly PolledQueueState[];
}

/** The part of `/readyz` for one task queue. */
interface QueueHealth extends PolledQueueState {
  /** The last poll that the server received from this process; null if it lists none. */
  readonly last_poll_at: string | null;
  /** Why the queue is not worked on; null if it is. */
  readonly problem: string | null;
}

/**
 * Opens the health port of a worker. `/healthz` answers while the event loop runs. `/readyz` answers 200 while each worker of
 * the process runs and the Temporal server receives its polls, and 503 otherwise.
 * @param address `host:port`; undefined opens no port
 * @throws Failure if the address is not of that form, or is in use
 */
export async function openHealthPort(address: string | undefined, parts: Parts): Promise<HealthServer | undefined> {
  const readiness = new WorkerReadiness(parts);
  return openPort(address, async () => {
    const queues = await readiness.check();
    const isReady = queues.length > 0 && queues.every(({ problem }) => problem === null);
    return { isReady, members: { ruleset: parts.ruleset(), queues } };
  });
}

/**
 * Opens the health port of a worker that cannot start yet: it is alive, and not ready.
 * @param address as for `openHealthPort`
 * @param reason returns what it waits for, in one sentence
 */
export function openWaitingPort(address: string | undefined, reason: () => string): Promise<HealthServer | undefined> {
  return openPort(address, async () => ({ isReady: false, members: { detail: reason(), queues: [] } }));
}

/** Opens a port that answers `/healthz`, and `/readyz` by `check`. */
async function openPort(
  address: string | undefined,
  check: () => Promise<{ isReady: boolean; members: object }>,
): Promise<HealthServer | undefined> {
  if (address === undefined) return undefined;
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(address) ?? [];
  if (host === '') {
    throw new Failure(`CONVEYOR_WORKER_HEALTH is ${address}. Write a host and a port, such as 127.0.0.1:9465.`);
  }
  const server = createServer(async (request, response) => {
    const path = request.url?.replace(/\?.*$/, '');
    if (path === '/healthz') return answer(response, 200, { status: 'ok' });
    if (path !== '/readyz') return answer(response, 404, { detail: 'The addresses are /healthz and /readyz.' });
    const { isReady, members } = await check();
    answer(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', ...members });
  });
  await listen(server, host.replace(/^\[(.*)\]$/, '$1'), Number(port));
  const open = server.address();
  const openPort = typeof open === 'object' && open !== null ? open.port : port;
  return {
    url: `http://${host}:${openPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Checks the task queues of a process. Requests at the same time share one check. */
class WorkerReadiness {
  readonly #parts: Parts;
  #check: Promise<QueueHealth[]> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  check(): Promise<QueueHealth[]> {
    this.#check ??= Promise.all(this.#parts.queues().map((queue) => this.#checkQueue(queue))).finally(() => {
      this.#check = null;
    });
    return this.#check;
  }

  async #checkQueue(queue: PolledQueueState): Promise<QueueHealth> {
    try {
      const last = await this.#lastPoll(queue);
      return { ...queue, last_poll_at: last?.toISOString() ?? null, problem: problemOf(queue, last) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ...queue, last_poll_at: null, problem: `The Temporal server does not answer: ${reason}` };
    }
  }

  /** Reads when the server last received a poll of this process. @throws Error if the server does not answer */
  async #lastPoll({ queue, workflows }: PolledQueueState): Promise<Date | null> {
    const { temporal, identity } = this.#parts;
    const { connection, namespace } = temporal;
    const { pollers } = await connection.withDeadline(Date.now() + limit, () =>
      connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: queue },
        taskQueueType: workflows ? ofWorkflows : ofActivities,
      }),
    );
    const times = pollers
      .filter((poller) => poller.identity === identity)
      .map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
    return times.length === 0 ? null : new Date(Math.max(...times));
  }
}

function problemOf({ queue, state }: PolledQueueState, last: Date | null): string | null {
  if (state !== 'RUNNING') return `The worker of ${queue} is ${state}.`;
  if (last === null) return `The Temporal server has received no poll of ${queue} from this process.`;
  const seconds = Math.round((Date.now() - last.getTime()) / 1000);
  return seconds > longestPoll ? `The last poll of ${queue} is ${seconds} s old.` : null;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Failure(`The health port ${host}:${port} (CONVEYOR_WORKER_HEALTH) cannot be opened: ${error.message}`),
      ),
    );
    server.listen({ host, port }, resolve);
  });
}
