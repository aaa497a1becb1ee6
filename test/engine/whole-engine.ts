import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import pino from 'pino';
import { inject } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import type { ConfiguredCarrier } from '../../plugins/ruleset.ts';
import { Relay } from '../../service/outbox/relay.ts';
import { type RunningWorker, startWorker } from '../../worker.ts';
import type { order } from '../../workflows/order.ts';
import { type House, openHouse } from '../service/house.ts';
import { openShop, type Shop } from '../service/shop.ts';

/** The service on a database of its own, its relay, a real Temporal server and a worker: orders are driven as in a shop. */
export interface WholeEngine {
  readonly house: House;
  readonly shop: Shop;
  readonly temporal: Client;
  /** The workflow of an order. */
  orderOf(orderId: number): WorkflowHandle<typeof order>;
  startWorker(): Promise<RunningWorker>;
  stop(): Promise<void>;
}

/**
 * Each database begins with order 1, and Temporal keeps the orders of all: the first id is another one each time.
 * @param options.config text of an operators' file in place of the default one
 */
export async function wholeEngine(
  options: { config?: string; carriers?: readonly ConfiguredCarrier[]; worker?: false } = {},
): Promise<WholeEngine> {
  const house = await openHouse(options.config === undefined ? {} : { config: options.config });
  const from = 1_000_000 + Math.floor(Math.random() * 1_000_000_000);
  for (const table of ['salesorder', 'autowork'])
    await house.sql.query(`alter table ${table} alter id restart with ${from}`);
  process.env.TEMPORAL_ADDRESS = inject('temporalAddress');
  const connection = await Connection.connect({ address: process.env.TEMPORAL_ADDRESS });
  const temporal = new Client({ connection });
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const relay = new Relay({ database: house.database, client: async () => temporal, logger });
  relay.start();
  const workers: RunningWorker[] = [];
  const start = async () => {
    const environment = readEnvironment({ CONVEYOR_URL: house.url, CONVEYOR_API_KEY: house.engineKey });
    const worker = await startWorker(environment, { carriers: options.carriers ?? [], logger });
    await worker.ready;
    workers.push(worker);
    return worker;
  };
  if (options.worker !== false) await start();
  return {
    house,
    shop: await openShop(house),
    temporal,
    orderOf: (orderId) => temporal.workflow.getHandle<typeof order>(`order/${orderId}`),
    startWorker: start,
    async stop() {
      for (const worker of workers) await worker.stop();
      await relay.stop();
      await connection.close();
      await house.close();
    },
  };
}
