import { type Client, ProblemError, TransportError } from '../../client/client.ts';
import type { Step } from '../../config/planning/plan.ts';
import { type PriorityKey, priorityHeader } from '../../workflows/contract/priority.ts';
import { localCall } from '../shared/call-options.ts';

/** Steps of an order that are to be done, in their order. */
export interface WantedSteps {
  readonly orderId: number;
  readonly steps: readonly Step[];
  /** Number of lines of the order. */
  readonly lines: number;
  /** Id of the request that caused it, for the timeline of the order. */
  readonly requestId: string | undefined;
  readonly priority: PriorityKey | undefined;
  /** True for a local activity: its call is short, and fails at once while the service gives no answer. */
  readonly isLocal: boolean;
  /** The headers of a call of its own: its workflow, request, priority and trace. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Result of the steps. */
export interface Performed {
  /** The completed steps. A step that needs a call of its own is not among them, nor are the steps after it. */
  readonly steps: ReadonlySet<Step>;
  /** To be called after a call of its own: others wait for its end. */
  end(): void;
}

/** The most orders and lines of one call. */
const limits = { orders: 16, lines: 500 } as const;
/** The codes of calls to a service that hangs. After another failure, such as a closed connection, the next call may go through. */
const silences: ReadonlySet<string> = new Set(['TimeoutError', 'BREAKER_OPEN']);
/** A call of ordinary activities. Steps that arrive during the call wait for its end. */
const ordinaryCall = { timeout: 10_000 } as const;

/**
 * Sends steps of several orders to the service in one call: sixteen orders together cost an eighth of sixteen calls
 * (docs/measurements.md). One call of each priority is under way at a time, and another one of ordinary activities.
 * Steps that arrive during a call are sent together in the next one. A step never waits for others, and an order
 * alone is sent at once.
 */
export class CombinedSteps {
  readonly #client: Client;
  readonly #lanes = new Map<string, Lane>();

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Performs steps together with steps of other orders. A single step without company is left to a call of its own.
   * @throws the failure of the call, where the service does not answer
   */
  perform(wanted: WantedSteps): Promise<Performed> {
    const { priority, isLocal } = wanted;
    const key = `${priority}/${isLocal}`;
    const lane = this.#lanes.get(key) ?? new Lane(this.#client, isLocal);
    this.#lanes.set(key, lane);
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

/** Steps of one priority and one kind of activity, one call after the other. */
class Lane {
  readonly #client: Client;
  readonly #isLocal: boolean;
  #waiting: Waiting[] = [];
  #isBusy = false;
  /** Why the service gave no answer to the last call; null where it gave one. */
  #outage: { readonly error: unknown } | null = null;

  constructor(client: Client, isLocal: boolean) {
    this.#client = client;
    this.#isLocal = isLocal;
  }

  perform(wanted: WantedSteps): Promise<Performed> {
    // The call under way finds out whether the service answers again. Ordinary activities may wait for it, and no workflow waits.
    if (this.#isLocal && this.#isBusy && this.#outage) return Promise.reject(this.#outage.error);
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
      const limit = this.#isLocal ? localCall : ordinaryCall;
      const answer = await this.#client.engine.steps({ orders }, { ...limit, headers: headersOf(batch) });
      this.#outage = null;
      for (const [index, { resolve }] of batch.entries()) {
        resolve({ steps: new Set(answer.orders[index]?.done.map(({ step }) => step)), end: notWaitedFor });
      }
    } catch (error) {
      // An older service does not know the call, and any other refusal is not about one of these orders.
      const isRefused = error instanceof ProblemError && !error.passing;
      for (const { resolve, reject } of batch) isRefused ? resolve({ steps: none, end: notWaitedFor }) : reject(error);
      this.#outage = error instanceof TransportError && silences.has(error.code) ? { error } : null;
      if (this.#isLocal && this.#outage) this.#refuseWaiting(error);
    }
  }

  /** Rejects the waiting callers: the service has not answered since they began to wait. */
  #refuseWaiting(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
