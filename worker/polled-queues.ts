import type { Worker, WorkerOptions } from '@temporalio/worker';

/** What a process works on: a task queue under a role, with the options of the worker that polls it. */
export interface Queue extends Partial<WorkerOptions> {
  taskQueue: string;
  role: string;
}

/** The task queues that a process polls, a worker for each. One may come, or be polled at another rate, while the others go on. */
export class PolledQueues {
  /** Settles when all have ended, rejects when one ended by a fault. */
  readonly ended: Promise<void>;
  readonly #open: (queue: Queue) => Promise<Worker>;
  readonly #polled = new Map<string, { queue: Queue; worker: Worker; run: Promise<void> }>();
  #end: () => void = () => undefined;
  #fail: (fault: unknown) => void = () => undefined;

  constructor(open: (queue: Queue) => Promise<Worker>) {
    this.#open = open;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // Whoever waits for it hears of a fault; nobody has to.
    this.ended.catch(() => undefined);
  }

  async poll(queues: readonly Queue[]): Promise<void> {
    const opened = await Promise.all(queues.map(async (queue) => ({ queue, worker: await this.#open(queue) })));
    for (const { queue, worker } of opened) {
      const run = worker.run().catch((fault) => this.#fail(fault));
      this.#polled.set(queue.role, { queue, worker, run });
    }
  }

  /**
   * Takes in queues that are new, and polls those whose rate has changed anew. Those that are not named stay: orders that were
   * issued before may come by them.
   * @returns roles whose queue was opened
   */
  async take(queues: readonly Queue[]): Promise<string[]> {
    const changed = queues.filter((queue) => rateOf(queue) !== rateOf(this.#polled.get(queue.role)?.queue));
    await Promise.all(changed.map(({ role }) => this.#close(role)));
    await this.poll(changed);
    return changed.map(({ role }) => role);
  }

  /** Takes no more work, lets what is under way finish for some seconds, and ends. */
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

/** Undefined for a queue that is not polled, 0 for one without a limit. */
function rateOf(queue: Queue | undefined): number | undefined {
  return queue && (queue.maxTaskQueueActivitiesPerSecond ?? 0);
}
