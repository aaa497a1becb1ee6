import { type Client, ProblemError } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';
import { type PriorityKey, priorityHeader } from '../../workflows/contract/priority.ts';

/** Steps of an order that are to be done, in their order. */
export interface WantedSteps {
  readonly orderId: number;
  readonly steps: readonly Step[];
  /** Number of lines of the order. */
  readonly lines: number;
  /** Id of the request that caused it, for the timeline of the order. */
  readonly requestId: string | undefined;
  readonly priority: PriorityKey | undefined;
  /** The headers of a call of its own: its workflow, request, priority and trace. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What came of it. */
export interface Performed {
  /** The steps that are done: none of those that need a call of their own, and none after them. */
  readonly steps: ReadonlySet<Step>;
  /** To be called after a call of its own: others wait for its end. */
  end(): void;
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
   * Does steps together with those of other orders. A single step without company is left to a call of its own.
   * @throws the failure of the call, where the service does not answer
   */
  perform(wanted: WantedSteps): Promise<Performed> {
    const { priority } = wanted;
    const lane = this.#lanes.get(priority) ?? new Lane(this.#client);
    this.#lanes.set(priority, lane);
    return lane.perform(wanted);
  }
}

interface Waiting extends WantedSteps {
  resolve(performed: Performed): void;
  reject(error: unknown): void;
}

const none: ReadonlySet<Step> = new Set();
const notWaitedFor = () => undefined;

/** Returns the headers of a call: those of its only order, or the priority and the trace of the first one. Orders name their own. */
function headersOf([first, ...others]: readonly Waiting[]): Readonly<Record<string, string>> {
  const { headers = {} } = first ?? {};
  if (others.length === 0) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === priorityHeader || name === 'traceparent'),
  );
}

/** Steps of one priority, one call after the other. */
class Lane {
  readonly #client: Client;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(client: Client) {
    this.#client = client;
  }

  perform(wanted: WantedSteps): Promise<Performed> {
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
    if (first && batch.length === 1 && first.steps.length === 1) first.resolve({ steps: none, end });
    else void this.#send(batch).finally(end);
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

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const orders = batch.map(({ orderId, steps, requestId, headers: { traceparent } }) => ({
        order_id: orderId,
        steps: [...steps],
        ...(requestId === undefined ? {} : { request_id: requestId }),
        ...(traceparent === undefined || batch.length === 1 ? {} : { traceparent }),
      }));
      const signal = AbortSignal.timeout(limits.milliseconds);
      const answer = await this.#client.engine.steps({ orders }, { signal, headers: headersOf(batch) });
      for (const [index, { resolve }] of batch.entries()) {
        resolve({ steps: new Set(answer.orders[index]?.done.map(({ step }) => step)), end: notWaitedFor });
      }
    } catch (error) {
      // An older service does not know the call, and any other refusal is not about one of these orders.
      const isRefused = error instanceof ProblemError && !error.passing;
      for (const { resolve, reject } of batch) isRefused ? resolve({ steps: none, end: notWaitedFor }) : reject(error);
    }
  }
}
