import {
  answerOf,
  type Client,
  isBackground,
  type MaybeBackground,
  type SalesOrderAttention,
  type SalesOrderProgress,
  type SalesOrderSkip,
} from '../../client/client.ts';
import type { By, Moment, PlannedCarrier, Step } from '../../planning/plan.ts';
import { callOptions } from '../shared/call-options.ts';
import type { CarrierDependencies } from '../shared/carrier-hooks.ts';
import { withTemporalFailures } from '../shared/failure.ts';
import { type BookInput, bookCartons } from './booking.ts';

/** What an order's workflow has to know of it, as the service says it now. */
export interface OrderNow {
  /** Name of the order's status. */
  status: string;
  held: boolean;
  /** What it waits for, such as "release: Credit check"; told of held orders. */
  waitingFor?: string | null;
  /**
   * `why`: what decided by now. `again`, `waits`: when rules are to speak by the plan of now. Runs that began before these were
   * told lack them.
   */
  steps: { step: Step; required: boolean; by: By; done: boolean; why?: string; again?: boolean; waits?: number[] }[];
  /** Whose bookings the plan asks for by now. Runs that began before it was told lack it. */
  carrier?: PlannedCarrier | null;
  /** Work that somebody asked to be done by itself, while it is under way. */
  autowork?: { id: number; by: string } | null;
}

/** How a call to the service ended: done, or taken on by the service in the background. */
export interface CallResult {
  background: string | null;
}

/**
 * What the order's workflow asks for. Their names are what Temporal's timeline shows. None of them repeats a request by
 * itself: repeating is Temporal's part, where everybody can see it.
 */
export function createActivities({ client, carriers, hooks }: CarrierDependencies) {
  const taskId = taskIds(client);

  /** One automatic step: one call, one transaction. The record it makes is of no interest here. */
  const perform = (task: string) =>
    withTemporalFailures(async (orderId: number): Promise<CallResult> => {
      const id = await taskId(task);
      const answer = await client.task.perform(id, { order_id: [orderId] }, callOptions({ prefer: 'return=minimal' }));
      return ended(answer);
    });

  return {
    pick: perform('Pick'),
    pack: perform('Pack'),
    ship: perform('Ship'),
    pickup: perform('Pickup'),

    /** Reads where the order is. */
    look: withTemporalFailures(async (orderId: number): Promise<OrderNow> => {
      return now(await client.salesorder.progress(orderId, callOptions()));
    }),

    /** Tells the service that the order has come to a step, or has waited so long at it: rules may speak then. */
    reach: withTemporalFailures(async (orderId: number, moment: Moment): Promise<OrderNow> => {
      const path = `/salesorder/${orderId}/reach`;
      const { step, waited } = moment;
      const answer = await client.request<SalesOrderProgress>({
        method: 'POST',
        path,
        body: { step, waited },
        ...callOptions(),
      });
      return now(answer);
    }),

    /** Tells the service what the order cannot get past, for `/progress` and the log. */
    attention: withTemporalFailures(async (orderId: number, report: SalesOrderAttention): Promise<void> => {
      await client.salesorder.attention(orderId, report, callOptions());
    }),

    /** Takes a step out of the order's plan, as an operator decided. */
    skip: withTemporalFailures(async (orderId: number, decision: SalesOrderSkip): Promise<CallResult> => {
      return ended(await client.salesorder.skip(orderId, decision, callOptions()));
    }),

    /** Voids the order, as an operator decided. */
    void: withTemporalFailures(async (orderId: number, decision: { by: string }): Promise<CallResult> => {
      return ended(await client.salesorder.void(orderId, decision, callOptions()));
    }),

    /** Asks for a background operation. Gives back whether it is done; throws what it was refused with. */
    background: withTemporalFailures(async (path: string): Promise<boolean> => {
      return answerOf(await client.background.get(path, callOptions())) !== undefined;
    }),

    /** What the probe of the server's speed goes through its queues for. */
    clock: async (): Promise<number> => performance.now(),

    /** Has the carrier book the order's cartons. */
    book: withTemporalFailures((input: BookInput) => bookCartons({ client, carriers, hooks }, input)),
  };
}

export type OrderActivities = ReturnType<typeof createActivities>;

function now({ status, held, waiting_for, steps, carrier, autowork }: SalesOrderProgress): OrderNow {
  return {
    status,
    held,
    ...(held ? { waitingFor: waiting_for } : {}),
    steps: steps.map(({ step, required, by, done, why, again, waits }) => ({
      step,
      required,
      by,
      done,
      why,
      again,
      waits,
    })),
    ...(carrier === undefined ? {} : { carrier }),
    ...(autowork ? { autowork: { id: autowork.id, by: autowork.by } } : {}),
  };
}

function ended(answer: MaybeBackground<unknown>): CallResult {
  return { background: isBackground(answer) ? answer.background : null };
}

/** Ids of tasks are the service's own: they are read from `/task`, once. */
function taskIds(client: Client): (task: string) => Promise<number> {
  let known: Promise<Map<string, number>> | undefined;
  return async (task) => {
    known ??= client.task
      .list({}, callOptions())
      .then((page) => new Map(page.data.map(({ id, name }) => [name.toLowerCase(), id])))
      .catch((error) => {
        known = undefined;
        throw error;
      });
    const id = (await known).get(task.toLowerCase());
    if (id === undefined) throw new Error(`The service has no task called ${task}`);
    return id;
  };
}
