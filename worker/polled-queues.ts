import type { Worker, WorkerOptions } from '@temporalio/worker';

/** A task queue under a role, with the options of the worker that polls it. */
export interface Queue extends Partial<WorkerOptions> {
  taskQueue: string;
  role: string;
}

/** A task queue that a process polls, and the state of its worker. */
export interface PolledQueueState {
  readonly queue: string;
  /** Whether the worker polls workflow tasks too, or activity tasks alone. */
  readonly workflows: boolean;
  readonly state: ReturnType<Worker['getState']>;
}

/** The task queues that a process polls, with one worker each. A queue may be added, or get another rate, while the others run. */
export class PolledQueues {
  /** Resolves when all workers have ended; rejects when a fault ended one. */
  readonly ended: Promise<void>;
  readonly #runsWorkflows: (queue: Queue) => boolean;
  readonly #open: (queue: Queue) => Promise<Worker>;
  readonly #polled = new Map<string, { queue: Queue; worker: Worker; run: Promise<void> }>();
  #end: () => void = () => undefined;
  #fail: (fault: unknown) => void = () => undefined;

  /** @param runsWorkflows returns whether the worker of a queue runs workflows, or activities alone */
  constructor(runsWorkflows: (queue: Queue) => boolean, open: (queue: Queue) => Promise<Worker>) {
    this.#runsWorkflows = runsWorkflows;
    this.#open = open;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // A caller may ignore a fault.
    this.ended.catch(() => undefined);
  }

  /** Returns the queues with the states of their workers. */
  states(): PolledQueueState[] {
    return [...this.#polled.values()].map(({ queue, worker }) => ({
      queue: queue.taskQueue,
      workflows: this.#runsWorkflows(queue),
      state: worker.getState(),
    }));
  }

  async poll(queues: readonly Queue[]): Promise<void> {
    const opened = await Promise.all(queues.map(async (queue) => ({ queue, worker: await this.#open(queue) })));
    for (const { queue, worker } of opened) {
      const run = worker.run().catch((fault) => this.#fail(fault));
      this.#polled.set(queue.role, { queue, worker, run });
    }
  }

  /**
   * Opens new queues, and opens again the queues whose rate has changed. Queues that are not named stay open: orders that were
   * issued before may use them.
   * @returns the roles whose queue was opened
   */
  async update(queues: readonly Queue[]): Promise<string[]> {
    const changed = queues.filter((queue) => rateOf(queue) !== rateOf(this.#polled.get(queue.role)?.queue));
    await Promise.all(changed.map(({ role }) => this.#close(role)));
    await this.poll(changed);
    return changed.map(({ role }) => role);
  }

  /** Takes no more work, lets work in progress finish for some seconds, and ends. */
  async stop(): Promise<void> {
    await Promise.all([...this.#polled.keys()].map((role) => this.#close(role)));
    this.#end();
  }

  async #close(role: string): Promise<void> {
    const polled = this.#polled.get(role);
    if (polled?.worker.getState() === 'RUNNING') polled.worker.shutdown();
    await polled?.run;
    this.#polled.delete(role);
  }
}

/** Returns the rate of a queue: undefined if it is not polled, 0 if it has no limit. */
function rateOf(queue: Queue | undefined): number | undefined {
  return queue && (queue.maxTaskQueueActivitiesPerSecond ?? 0);
}
