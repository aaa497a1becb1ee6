import { randomInt } from 'node:crypto';
import { type Client, isGrpcServiceError, type WorkflowHandle } from '@temporalio/client';
import pino from 'pino';
import { readEnvironment } from '../../../config/environment.ts';
import type { By, Step } from '../../../config/planning/plan.ts';
import type { ConfiguredCarrier } from '../../../plugins/configured.ts';
import type { CarrierPlugin } from '../../../plugins/contract.ts';
import { type RunningWorker, startWorker, type WorkerSettings } from '../../../worker.ts';
import { type OrderRow, orderStart, orderTitle } from '../../../workflows/contract/order.ts';
import type { order } from '../../../workflows/order/workflow.ts';
import { type FakeOrder, FakeService } from './fake-service.ts';
import { connectToNamespace } from './test-namespace.ts';

/** The engine on a real Temporal server, with a fake service. */
export interface TestEngine {
  service: FakeService;
  client: Client;
  /** Starts an order's workflow as the service's relay does. `before` may change the order first. */
  issue(plan: Plan, more?: Partial<OrderRow>, before?: (order: FakeOrder) => void): Promise<Issued>;
  /** @param deployment that the worker belongs to; null for none, where the engine has one */
  startWorker(settings?: Partial<WorkerSettings>, deployment?: string | null): Promise<RunningWorker>;
  stop(): Promise<void>;
}

export interface Issued {
  order: FakeOrder;
  handle: WorkflowHandle<typeof order>;
  /** Signals an event to the workflow, as the relay does. */
  tell(event: string): Promise<void>;
}

/** The required steps, by hand or automatic; the others are skipped. */
export type Plan = Partial<Record<Step, By>>;

export const automatic: Plan = { pick: 'automatic', pack: 'automatic', ship: 'automatic', pickup: 'automatic' };
export const byHand: Plan = { pick: 'hand', pack: 'hand', ship: 'hand', pickup: 'hand' };

export async function testEngine(
  carriers: readonly ConfiguredCarrier[] = [],
  {
    address,
    deployment,
    variables = {},
    ...settings
  }: Partial<WorkerSettings> & {
    worker?: false;
    /** Further environment variables of the workers. */
    variables?: Readonly<Record<string, string>>;
    /** Address of the test's own Temporal server. */
    address?: string;
    deployment?: string;
  } = {},
): Promise<TestEngine> {
  const service = await new FakeService().start();
  const client = await connectToNamespace(address === undefined ? undefined : { address, namespace: 'default' });
  service.signal = (workflowId, signal) => client.workflow.getHandle(workflowId).signal('event', signal);
  const workers = new Set<RunningWorker>();

  async function start(
    own: Partial<WorkerSettings> = {},
    ownDeployment: string | null = deployment ?? null,
  ): Promise<RunningWorker> {
    const environment = readEnvironment({
      CONVEYOR_URL: service.url,
      CONVEYOR_API_KEY: 'engine',
      CONVEYOR_DEPLOYMENT: ownDeployment ?? undefined,
      ...variables,
    });
    const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
    const worker = await startWorker(environment, { carriers, logger, ...settings, ...own });
    await worker.ready;
    workers.add(worker);
    return {
      ...worker,
      stop: () => {
        workers.delete(worker);
        return worker.stop();
      },
    };
  }
  if (settings.worker !== false) await start();

  return {
    service,
    client,
    startWorker: start,
    async issue(plan, more = {}, before = () => undefined) {
      const input = orderInput(plan, more);
      const fake = service.add(
        input.orderId,
        input.steps.map((step) => ({ ...step, done: false })),
      );
      before(fake);
      const handle = await client.workflow.start<typeof order>('order', orderStart(input));
      return { order: fake, handle, tell: (event) => handle.signal('event', { event }) };
    },
    async stop() {
      for (const worker of workers) await worker.stop();
      await service.stop();
      await client.connection.close();
    },
  };
}

export function orderInput(plan: Plan, more: Partial<OrderRow> = {}): OrderRow {
  const orderId = more.orderId ?? randomInt(1, 2 ** 31);
  const number = `SO-${orderId}`;
  const steps = (['pick', 'pack', 'ship', 'pickup'] as const).map((step) => ({
    step,
    required: plan[step] !== undefined,
    by: plan[step] ?? ('hand' as const),
    why: plan[step] ? 'built-in default' : 'the customer collects it',
  }));
  return {
    orderId,
    number,
    title: orderTitle(number, 'Alfreds Futterkiste', more.carrier?.name),
    customerId: 4,
    customerName: 'Alfreds Futterkiste',
    ruleset: 'a1b2c3',
    lines: 3,
    steps,
    carrier: null,
    ...more,
  };
}

/** Returns a carrier whose plugin has `book` alone. */
export function carrier(
  name: string,
  book: NonNullable<CarrierPlugin['book']>,
  rate: number | null = null,
): ConfiguredCarrier {
  const plugin = { kind: 'carrier', contract: 1, name: 'test', summary: '', book } as unknown as CarrierPlugin;
  return { name, plugin, options: {}, bookAt: 'ship', rate, file: 'fulfillment.yaml', line: 1, hash: 'beef' };
}

/** Returns whether Temporal did not answer in time or was away: DEADLINE_EXCEEDED and UNAVAILABLE of gRPC. */
function isTransient(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return isGrpcServiceError(cause) && (cause.code === 4 || cause.code === 14);
}

/**
 * Milliseconds between two checks of a condition: few for quick actions, more the longer it takes. A check costs
 * calls.
 */
const [firstPause, longestPause] = [25, 250];

/** Waits until a condition holds. A busy Temporal server that gives no answer in time is asked once more. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it', within = 40_000): Promise<void> {
  const end = Date.now() + within;
  const holdsNow = async () => {
    try {
      return await holds();
    } catch (error) {
      if (isTransient(error)) return false;
      throw error;
    }
  };
  for (let pause = firstPause; !(await holdsNow()); pause = Math.min(pause * 1.3, longestPause)) {
    if (Date.now() > end) throw new Error(`Waited ${within / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Returns the types of the events of a history, in order. */
export async function eventTypes(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).map((event) => Object.keys(event).find((key) => key.endsWith('EventAttributes')) ?? '?');
}

/** Returns the summaries of events. */
export function summaries(
  events: readonly { userMetadata?: { summary?: { data?: Uint8Array | null } | null } | null }[],
) {
  return events
    .map(({ userMetadata }) => userMetadata?.summary?.data)
    .filter((data) => data != null)
    .map((data) => JSON.parse(Buffer.from(data).toString('utf8')) as string);
}

/** Returns the details of a workflow, in Markdown, without the em spaces of tables. */
export async function currentDetails(handle: WorkflowHandle): Promise<string> {
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return (metadata.currentDetails ?? '').replaceAll('\u2003', ' ');
}

/** Returns the search attribute Outcome, as lists show it. */
export async function outcomeShown(handle: WorkflowHandle): Promise<unknown> {
  const { typedSearchAttributes } = await handle.describe();
  return typedSearchAttributes.getAll().find(({ key }) => key.name === 'Outcome')?.value;
}
