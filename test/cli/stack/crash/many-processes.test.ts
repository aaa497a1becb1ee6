import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, Client as Temporal } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StandInCarrier, startStandInCarrier } from '../../../../cli/stack/stand-in-carrier.ts';
import { createEngineClient, type EngineClient } from '../../../../client/engine.ts';
import { projectRoot } from '../../../../config/root.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';
import { hasBalancer, ManyProcesses, type Replica } from '../../../support/processes/many-processes.ts';
import { until } from '../../../support/stack.ts';
import { OwnTemporal } from '../../../workflows/support/own-temporal.ts';
import { CrashBulkRun } from './bulk-run.ts';
import {
  expectOrdersFulfilledOnce,
  expectStockTakenOutOnce,
  expectWorkflowsCompleted,
  openOrders,
  openWorkflows,
} from './outcome.ts';
import { type CrashShop, openCrashShop } from './shop.ts';
import { CrashWebhook } from './webhooks.ts';

/** Orders and events while one process stops. The long run: `CONVEYOR_ROLLING_ORDERS=40`. */
const perStop = Number(process.env.CONVEYOR_ROLLING_ORDERS ?? 4);
const bulkCount = 40 * perStop;
const services = 3;
const roles = ['engine', 'engine', 'webhooks', 'bulk', 'carrier:Slow Parcel'];
const carriers = ['Own Van', 'Slow Parcel', 'Will Call', 'Parcel Post'];
/** Milliseconds from the last restart until every order is fulfilled and every workflow closed. */
const doneWithin = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-many-'));
const keys = { admin: 'cvy_admin_of_many_processes_0001', engine: 'cvy_engine_of_many_processes_001' };
let temporalServer: OwnTemporal;
let database: TestDatabase;
let carrier: StandInCarrier;
let many: ManyProcesses;
let temporal: Temporal;
let client: EngineClient;
let shop: CrashShop;
let webhook: CrashWebhook;

if (hasBalancer) testManyProcesses();
else test.skip('several services need HAProxy, which this machine lacks');

function testManyProcesses(): void {
  beforeAll(start, 300_000);
  afterAll(end);
  test(
    `${services} services and ${roles.length} workers stop and die one after the other under load: nothing is lost, nothing is done twice, and a stop fails no call`,
    {
      timeout: 900_000,
    },
    stopAll,
  );
}

async function start(): Promise<void> {
  [temporalServer, database, carrier] = await Promise.all([
    OwnTemporal.start(),
    testDatabase(),
    startStandInCarrier(join(folder, 'labels')),
  ]);
  const place = {
    ...{ folder, keys, databaseUrl: database.url, temporalAddress: temporalServer.address, carrierUrl: carrier.url },
    configFile: join(projectRoot, 'test', 'cli', 'stack', 'crash', 'config.yaml'),
  };
  many = await ManyProcesses.start(place, services, roles);
  temporal = new Temporal({ connection: await Connection.connect({ address: temporalServer.address }) });
  client = createEngineClient({ url: many.url, apiKey: keys.admin, retries: 60 });
  shop = await openCrashShop(client, carriers);
  webhook = await new CrashWebhook(client).start();
}

async function end(): Promise<void> {
  webhook?.close();
  await client?.close();
  await many?.end();
  await temporal?.connection.close();
  await carrier?.stop();
  await temporalServer?.remove();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}

async function stopAll(): Promise<void> {
  const bulkRun = await CrashBulkRun.start(client, await shop.createDrafts(bulkCount));
  const all = [...many.services, ...many.workers];
  const caller = new Caller(many.url);
  for (const replica of all) await duringLoad(replica, 'SIGTERM');
  expect(await caller.end()).toEqual([]);
  for (const replica of all) await duringLoad(replica, 'SIGKILL');
  await shop.repeatAll();
  await bulkRun.ends();
  await webhook.ends();
  await until(async () => (await openOrders(client)) === 0 && (await openWorkflows(temporal)) === 0, doneWithin);

  await bulkRun.expectEachOrderOnce();
  const issued = [...shop.issued, ...bulkRun.orders].sort((a, b) => a - b);
  await expectOrdersFulfilledOnce(client, issued);
  await expectStockTakenOutOnce(client, shop);
  await expectWorkflowsCompleted(temporal, issued);
  await webhook.expectAllDeliveredAndLogged();
  expect(await client.verify.get()).toMatchObject({ violations: [] });
  expect(await client.engine.reconcile.get({})).toMatchObject({ differences: [] });
}

/** Issues orders and creates events while a process stops and starts again. */
async function duringLoad(replica: Replica, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const calls = Promise.all([shop.issueOrders(perStop), webhook.createEvents(perStop)]);
  await pause(100);
  await replica.stop(signal);
  await replica.start();
  await calls;
}

/** Somebody who reads and writes without a pause, and repeats nothing: every answer but a success is noted. */
class Caller {
  readonly #failures: string[] = [];
  readonly #clients: Promise<void>[];
  #isOver = false;

  constructor(url: string) {
    const authorization = `Basic ${Buffer.from(`${keys.admin}:`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'rolling', value: [1] });
    const calls: (() => Promise<Response>)[] = [
      () => fetch(`${url}/salesorder?perPage=5`, { headers }),
      () => fetch(`${url}/preference`, { method: 'PUT', headers, body }),
    ];
    this.#clients = calls.map((call) => this.#repeat(call));
  }

  /** Stops the calls. @returns those that failed */
  async end(): Promise<readonly string[]> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    return this.#failures;
  }

  async #repeat(call: () => Promise<Response>): Promise<void> {
    while (!this.#isOver) {
      await call().then(
        async (answer) => {
          const text = await answer.text();
          if (!answer.ok) this.#failures.push(`${answer.status} ${text}`);
        },
        (error) => this.#failures.push(String(error.cause ?? error)),
      );
      await pause(20);
    }
  }
}
