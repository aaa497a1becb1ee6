import type { Client, WorkflowHandle } from '@temporalio/client';
import pino from 'pino';
import { readEnvironment } from '../../../config/environment.ts';
import { loadConfiguration } from '../../../config/load.ts';
import type { PayloadEncoding } from '../../../lib/codec/payload-codec.ts';
import { Watch, type WatchSettings } from '../../../service/engine/watch.ts';
import type { DatabaseOptions } from '../../../service/platform/database/database.ts';
import { Relay, type RelayParts } from '../../../worker/relay/relay.ts';
import { type RunningWorker, startWorker, type WorkerSettings } from '../../../worker.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import type { order } from '../../../workflows/order/workflow.ts';
import type { TestDatabase } from '../../support/database.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { until } from './engine.ts';
import { connectToNamespace, type TestNamespace } from './test-namespace.ts';

/** The service on its own database, a real Temporal server, and a worker with its relay. */
export interface WholeEngine {
  readonly testService: TestService;
  readonly shop: Shop;
  readonly temporal: Client;
  /** Returns the workflow of an order. */
  orderOf(orderId: number): WorkflowHandle<typeof order>;
  startWorker(settings?: Partial<WorkerSettings>): Promise<RunningWorker>;
  /**
   * Stops all workers.
   * @param relays whether a relay starts workflows in this time, which then wait for a worker
   * @returns a function that starts a worker again
   */
  stopWorkers(relays?: boolean): Promise<() => Promise<RunningWorker>>;
  stop(): Promise<void>;
}

export interface WholeEngineOptions {
  /** Text of the configuration; the default one where absent. */
  readonly config?: string;
  /** Settings of the worker, which has the carriers of the configuration by default. False starts no worker, but a relay. */
  readonly worker?: Partial<WorkerSettings> | false;
  /** Returns the address that the workers call instead of the service's, such as a proxy. */
  readonly between?: (service: string) => Promise<string>;
  /** False where nothing sends the outbox before the test starts a worker. */
  readonly relay?: false;
  /** Settings of the watch for closed workflows. Without them there is no watch. */
  readonly watch?: Partial<WatchSettings>;
  /** How the client of the test and the workers encode payloads; not at all where absent. */
  readonly encoding?: PayloadEncoding;
  /** The connections of the service to its database. */
  readonly database?: DatabaseOptions;
  /** A database that exists already, and that the test drops. */
  readonly data?: TestDatabase;
  /** The place on a Temporal server; the namespace of the test file where absent. */
  readonly place?: TestNamespace;
}

export async function wholeEngine(options: WholeEngineOptions = {}): Promise<WholeEngine> {
  const { config, worker = {}, between, relay, watch, encoding, database, data, place } = options;
  const temporal = await connectToNamespace(place, encoding?.dataConverter);
  const encodes = encoding?.encodesFailures ?? false;
  const testService = await startTestService({
    encodes,
    ...(config === undefined ? {} : { config }),
    ...(database === undefined ? {} : { database }),
    ...(data === undefined ? {} : { data }),
  });
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const alone = worker === false && relay !== false ? testRelay(testService, temporal, { encodes }) : undefined;
  testService.startFilters();
  const watcher = new Watch({
    database: testService.database,
    client: async () => temporal,
    logger,
    settings: watch ?? {},
  });
  if (watch) watcher.start();
  const workers = new Set<RunningWorker>();
  const serviceUrl = (await between?.(testService.url)) ?? testService.url;
  const start = async (settings: Partial<WorkerSettings> = {}) => {
    const environment = readEnvironment({ CONVEYOR_URL: serviceUrl, CONVEYOR_API_KEY: testService.engineKey });
    const carriers =
      settings.carriers ?? (config === undefined ? [] : (await loadConfiguration(testService.file)).carriers);
    const one = await startWorker(environment, { logger, encoding, ...settings, carriers });
    await one.ready;
    workers.add(one);
    return one;
  };
  if (worker !== false) await start(worker);
  return {
    testService,
    shop: await openShop(testService),
    temporal,
    orderOf: (orderId) => temporal.workflow.getHandle<typeof order>(orderWorkflowId(orderId)),
    startWorker: start,
    async stopWorkers(relays = false) {
      for (const one of workers) await one.stop();
      workers.clear();
      const meanwhile = relays ? testRelay(testService, temporal, { encodes }) : undefined;
      const isSent = async () => (await testService.sql.query('select from outbox limit 1')).rowCount === 0;
      return async () => {
        if (meanwhile) await until(isSent, 'the relay');
        await meanwhile?.stop();
        return start(worker === false ? {} : worker);
      };
    },
    async stop() {
      for (const one of workers) await one.stop();
      await watcher.stop();
      await alone?.stop();
      await temporal.connection.close();
      await testService.close();
    },
  };
}

/** Starts a relay without a worker: the workflows that it starts wait for one. */
export function testRelay({ client }: TestService, temporal: Client, parts: Partial<RelayParts> = {}): Relay {
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  // Only the connection of a worker takes first tasks with the answer to a start.
  const build = { whileCurrent: new AbortController().signal, takesAll: async () => false };
  const relay = new Relay({
    outbox: client.engine.outbox,
    temporal,
    logger,
    build,
    kinds: ['start', 'signal', 'deliver'],
    encodes: false,
    ...parts,
  });
  relay.start();
  return relay;
}
