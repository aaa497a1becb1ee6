import { AsyncResource } from 'node:async_hooks';
import { ProblemError, TransportError } from '../../client/client.ts';
import type { EngineClient } from '../../client/engine.ts';
import type { Step } from '../../config/planning/plan.ts';
import { Lanes } from '../../lib/lanes/lanes.ts';
import { type PriorityKey, priorityHeader } from '../../workflows/contract/priority.ts';
import { localCall } from '../shared/call-options.ts';
import type { StepsResult } from './do-steps.ts';

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
  /** Does the first step in a call of its own. */
  readonly alone: () => Promise<StepsResult>;
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
  readonly #client: EngineClient;
  readonly #lanes = new Lanes<WantedSteps, StepsResult>({ fits, run: (batch) => this.#run(batch) });
  /** Why the service gave no answer to the last call, by lane. */
  readonly #outages = new Map<string, unknown>();

  constructor(client: EngineClient) {
    this.#client = client;
  }

  /**
   * Performs steps together with steps of other orders, up to one that the service does not do in a common call. A single step without
   * company goes in a call of its own.
   * @throws the failure of the call, where the service does not answer
   */
  perform(wanted: WantedSteps): Promise<StepsResult> {
    const lane = laneOf(wanted);
    // The call under way finds out whether the service answers again. Ordinary activities may wait for it, and no workflow waits.
    if (wanted.isLocal && this.#lanes.isBusy(lane) && this.#outages.has(lane)) {
      return Promise.reject(this.#outages.get(lane));
    }
    return this.#lanes.perform(lane, { ...wanted, alone: AsyncResource.bind(wanted.alone) });
  }

  async #run(batch: readonly WantedSteps[]): Promise<StepsResult[]> {
    const [first, ...others] = batch;
    if (!first) return [];
    if (others.length === 0 && first.steps.length === 1) return [await first.alone()];
    const lane = laneOf(first);
    try {
      const orders = batch.map(({ orderId, steps, requestId, headers: { traceparent } }) => ({
        order_id: orderId,
        steps: [...steps],
        ...(requestId === undefined ? {} : { request_id: requestId }),
        ...(traceparent === undefined || others.length === 0 ? {} : { traceparent }),
      }));
      const limit = first.isLocal ? localCall : ordinaryCall;
      const answer = await this.#client.engine.steps({ orders }, { ...limit, headers: headersOf(batch) });
      this.#outages.delete(lane);
      const done = { at: Date.now() };
      return answer.orders.map((order) => ({
        done: order.done.map(({ step, id }) => ({ step, record: id, ...done })),
        stopped: null,
      }));
    } catch (error) {
      const isOutage = error instanceof TransportError && silences.has(error.code);
      if (isOutage) this.#outages.set(lane, error);
      else this.#outages.delete(lane);
      // The service has given no answer for as long as the others have waited.
      if (isOutage && first.isLocal) this.#lanes.refuseWaiting(lane, error);
      // An older service does not know the call, and any other refusal is not about one of these orders.
      if (error instanceof ProblemError && !error.passing) return batch.map(() => ({ done: [], stopped: null }));
      throw error;
    }
  }
}

const laneOf = ({ priority, isLocal }: WantedSteps): string => `${priority}/${isLocal}`;

/** Returns whether an order may go with others: each order once, and so many that the call stays short. */
function fits(batch: readonly WantedSteps[], { orderId, lines }: WantedSteps): boolean {
  if (batch.length >= limits.orders || batch.some((other) => other.orderId === orderId)) return false;
  return batch.reduce((sum, other) => sum + other.lines, lines) <= limits.lines;
}

/** Returns the headers of a call: those of its only order, or the priority and the trace of the first one. Orders name their own. */
function headersOf([first, ...others]: readonly WantedSteps[]): Readonly<Record<string, string>> {
  const { headers = {} } = first ?? {};
  if (others.length === 0) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === priorityHeader || name === 'traceparent'),
  );
}
