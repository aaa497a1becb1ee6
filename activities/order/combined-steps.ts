import { type Client, ProblemError } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';
import { type PriorityKey, priorityHeader } from '../../workflows/contract/priority.ts';

/** A step of an order that is to be done. */
export interface WantedStep {
  readonly orderId: number;
  readonly step: Step;
  /** Number of lines of the order. */
  readonly lines: number;
  /** Id of the request that caused it, for the timeline of the order. */
  readonly requestId: string | undefined;
  readonly priority: PriorityKey | undefined;
}

/** The most orders and lines of one call. Its time limit is that of the activities that wait for it. */
const limits = { orders: 16, lines: 500, milliseconds: 10_000 } as const;

/**
 * Sends steps of several orders to the service in one call: sixteen orders together cost an eighth of sixteen calls
 * (docs/measurements.md). One call of each priority is under way at a time. Steps that come meanwhile go together in the next one, so that
 * none waits for company, and an order alone goes at once.
 */
export class CombinedSteps {
  readonly #client: Client;
  readonly #lanes = new Map<PriorityKey | undefined, Lane>();

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Does a step together with others.
   * @param alone does it with a call of its own, where no others came, or where the service leaves it to such a call
   * @throws the failure of the call, where the service does not answer
   */
  async perform<Result>(wanted: WantedStep, alone: () => Promise<Result>): Promise<Result | null> {
    const turn = await this.#laneOf(wanted.priority).turn(wanted);
    if (turn === 'done') return null;
    try {
      return await alone();
    } finally {
      turn.end();
    }
  }

  #laneOf(priority: PriorityKey | undefined): Lane {
    const lane = this.#lanes.get(priority) ?? new Lane(this.#client, priority);
    this.#lanes.set(priority, lane);
    return lane;
  }
}

/** The step is done, or its activity does it with a call of its own. */
type Turn = 'done' | { end(): void };

interface Waiting extends WantedStep {
  resolve(turn: Turn): void;
  reject(error: unknown): void;
}

const nothingToEnd = { end: () => undefined };

/** Steps of one priority, one call after the other. */
class Lane {
  readonly #client: Client;
  readonly #headers: Readonly<Record<string, string>>;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(client: Client, priority: PriorityKey | undefined) {
    this.#client = client;
    this.#headers = priority === undefined ? {} : { [priorityHeader]: String(priority) };
  }

  turn(wanted: WantedStep): Promise<Turn> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...wanted, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    const end = () => {
      this.#isBusy = false;
      this.#next();
    };
    const batch = this.#takeBatch();
    const [first] = batch;
    if (first && batch.length === 1) first.resolve({ end });
    else void this.#perform(batch).finally(end);
  }

  /** Takes the steps of the next call off the queue, in their order: an order once, and the first one whatever its lines. */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    let lines = 0;
    for (const one of this.#waiting) {
      const fits = batch.length < limits.orders && lines + one.lines <= limits.lines;
      if ((batch.length === 0 || fits) && !batch.some(({ orderId }) => orderId === one.orderId)) {
        batch.push(one);
        lines += one.lines;
      } else left.push(one);
    }
    this.#waiting = left;
    return batch;
  }

  async #perform(batch: readonly Waiting[]): Promise<void> {
    try {
      const orders = batch.map(({ orderId, step, requestId }) => ({
        order_id: orderId,
        steps: [step],
        ...(requestId === undefined ? {} : { request_id: requestId }),
      }));
      const signal = AbortSignal.timeout(limits.milliseconds);
      const answer = await this.#client.engine.steps({ orders }, { signal, headers: this.#headers });
      const done = new Set(answer.orders.filter((order) => order.done.length > 0).map(({ order_id }) => order_id));
      for (const { orderId, resolve } of batch) resolve(done.has(orderId) ? 'done' : nothingToEnd);
    } catch (error) {
      // An older service does not know the call, and any other refusal is not about one of these orders.
      const isRefused = error instanceof ProblemError && !error.passing;
      for (const { resolve, reject } of batch) isRefused ? resolve(nothingToEnd) : reject(error);
    }
  }
}
