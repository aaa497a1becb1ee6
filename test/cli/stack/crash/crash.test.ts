import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, Client as Temporal } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Carton, type Client, createClient, type SalesOrder } from '../../../../client/client.ts';
import { projectRoot } from '../../../../config/root.ts';
import { threeFreePorts } from '../../../support/free-ports.ts';
import { killLeftovers, type ProgramName, type RunningStack, startStack, until } from '../../../support/stack.ts';
import { CrashBulkRun } from './bulk-run.ts';
import { MovingOrders } from './moving-orders.ts';
import {
  allOrders,
  expectOrdersFulfilledOnce,
  expectStockTakenOutOnce,
  expectWorkflowsCompleted,
  openOrders,
  openWorkflows,
} from './outcome.ts';
import { type CrashShop, openCrashShop } from './shop.ts';
import { CrashWebhook } from './webhooks.ts';

/** A multiple of ten. The long run: `CONVEYOR_CRASH_ORDERS=100 npm test -- test/cli/stack/crash`. */
const orderCount = Number(process.env.CONVEYOR_CRASH_ORDERS ?? 20);
/** Orders that a bulk run issues during the crashes. From 500 on it is in progress in all rounds. */
const bulkCount = Number(process.env.CONVEYOR_CRASH_BULK_ORDERS ?? 100);
/** Events that a webhook receives during the crashes. */
const eventCount = Number(process.env.CONVEYOR_CRASH_EVENTS ?? 30);

interface Round {
  readonly victims: readonly ProgramName[];
  /** Fraction of its orders that the bulk run has finished before; the programs are killed while it is in progress. */
  readonly bulk?: number;
}
// Temporal is killed first, so the service dies with workflow starts that it could not deliver.
const allPrograms: readonly ProgramName[] = ['temporal', 'service', 'postgres', 'worker'];
/** The client issues an equal part of the orders in each round, and creates an equal part of the events. */
const rounds: readonly Round[] =
  bulkCount < 500
    ? [
        { victims: ['worker'], bulk: 0.1 },
        { victims: allPrograms, bulk: 0.4 },
        { victims: ['service'] },
        { victims: ['temporal'] },
        { victims: ['postgres'] },
      ]
    : [
        { victims: ['worker'], bulk: 0.1 },
        { victims: ['service'], bulk: 0.25 },
        { victims: ['temporal'], bulk: 0.4 },
        { victims: ['postgres'], bulk: 0.55 },
        { victims: allPrograms, bulk: 0.7 },
      ];
const carriers = ['Own Van', 'Slow Parcel', 'Will Call', 'Parcel Post'];
/** The carriers that sell a label for every carton. */
const parcelCarriers = ['Slow Parcel', 'Parcel Post'];
/** Orders whose address changes in every round, beside the others. */
const movingCount = 3;
/** Limit in milliseconds from the last restart until every order is fulfilled and every workflow closed. */
const doneWithin = 120_000;

const parent = mkdtempSync(join(tmpdir(), 'conveyor-crash-'));
const data = join(parent, 'data');
let stack: RunningStack;
let client: Client;
let temporal: Temporal;
let webhook: CrashWebhook;

beforeAll(async () => {
  const config = join(projectRoot, 'test', 'cli', 'stack', 'crash', 'config.yaml');
  const port = await threeFreePorts();
  stack = await startStack(data, port, { CONVEYOR_CONFIG: config });
  // The client repeats unanswered requests for minutes. Every request of the shop carries an Idempotency-Key.
  client = createClient({ url: stack.url, apiKey: stack.adminKey(), retries: 60 });
  temporal = new Temporal({ connection: await Connection.connect({ address: `127.0.0.1:${port + 1}` }) });
});

afterAll(async () => {
  webhook?.close();
  await temporal?.connection.close();
  await client?.close();
  await stack?.end('SIGTERM');
  killLeftovers(data);
  rmSync(parent, { recursive: true, force: true });
});

test(`Killing worker, service, Temporal and PostgreSQL (kill -9) while ${orderCount} orders, a bulk run of ${bulkCount} and ${eventCount} webhook events are in progress loses and duplicates nothing`, {
  timeout: 600_000 + eventCount * 1_000,
}, async () => {
  const shop = await openCrashShop(client, carriers);
  webhook = await new CrashWebhook(client).start();
  const bulkRun = await CrashBulkRun.start(client, await shop.createDrafts(bulkCount));
  const moving = await MovingOrders.issue(client, shop, 'Parcel Post', movingCount);
  for (const round of rounds) await killDuring(round, shop, bulkRun, moving);
  await moving.ship();
  await shop.repeatAll();
  await bulkRun.ends();
  await webhook.ends();
  await until(async () => (await openOrders(client)) === 0 && (await openWorkflows(temporal)) === 0, doneWithin);

  await bulkRun.expectEachOrderOnce();
  const issued = [...shop.issued, ...bulkRun.orders].sort((a, b) => a - b);
  await expectOrdersFulfilledOnce(client, issued);
  expect(issued).toHaveLength(orderCount + bulkCount + movingCount);
  await expectStockTakenOutOnce(client, shop);
  await expectLabelsBookedOnce(moving);
  await moving.expectLastAddress(join(data, 'labels'));
  await expectWorkflowsCompleted(temporal, issued);
  await webhook.expectAllDeliveredAndLogged();
  expect(await client.verify.get()).toMatchObject({ violations: [] });
});

/**
 * Issues a part of the orders, creates a part of the events and changes addresses, kills the programs at half of it, and waits for
 * their restart.
 */
async function killDuring(
  { victims, bulk }: Round,
  shop: CrashShop,
  bulkRun: CrashBulkRun,
  moving: MovingOrders,
): Promise<void> {
  const [orders, events] = [orderCount / rounds.length, Math.ceil(eventCount / rounds.length)];
  if (bulk !== undefined) await bulkRun.reaches(bulk);
  const before = stack.output().length;
  const half = { orders: shop.issued.size + orders / 2, events: webhook.names.length + events / 2 };
  const calls = Promise.all([shop.issueOrders(orders), webhook.createEvents(events), moving.move()]);
  const halfDone = until(() => shop.issued.size >= half.orders && webhook.names.length >= half.events);
  await Promise.race([calls, halfDone]);
  expect(await openOrders(client)).toBeGreaterThan(0);
  if (bulk !== undefined) await bulkRun.expectRunning();
  await stack.kill(victims);
  await calls;
  await stack.restarted(victims, before);
}

/** Checks that every carton of a parcel carrier has its own label, and that the carrier sold no others. */
async function expectLabelsBookedOnce(moving: MovingOrders): Promise<void> {
  const orders = await allOrders<Pick<SalesOrder, 'id' | 'carrier'> & { packs: { cartons: Carton[] }[] }>(
    client,
    'carrier,packs.cartons',
  );
  const trackingNumbers = (byParcel: boolean) =>
    orders
      .filter(({ carrier }) => parcelCarriers.includes(carrier!.name) === byParcel)
      .flatMap(({ packs }) => packs.flatMap(({ cartons }) => cartons.map((carton) => carton.tracking_number)));
  const files = readdirSync(join(data, 'labels'));
  const labels = files
    .filter((file) => !moving.isFormer(readFileSync(join(data, 'labels', file), 'utf8')))
    .map((file) => file.replace('.svg', ''));
  expect(trackingNumbers(true).sort()).toEqual(labels.sort());
  expect(new Set(trackingNumbers(false))).toEqual(new Set([null]));
}
