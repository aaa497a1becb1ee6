import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, Client as Temporal } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Carton, type Client, createClient, type SalesOrder } from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { type CrashShop, openCrashShop } from '../support/crash-shop.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { killLeftovers, type ProgramName, type RunningStack, startStack, until } from '../support/stack.ts';

/** A multiple of ten. The long run: `CONVEYOR_CRASH_ORDERS=100 npm test -- test/stack/crash.test.ts`. */
const orderCount = Number(process.env.CONVEYOR_CRASH_ORDERS ?? 20);
/** The programs are killed one after the other, then all together. The client issues an equal part of the orders in each round. */
const rounds: readonly (readonly ProgramName[])[] = [
  ['worker'],
  ['service'],
  ['temporal'],
  ['postgres'],
  // Temporal is killed first, so the service dies with workflow starts that it could not deliver.
  ['temporal', 'service', 'postgres', 'worker'],
];
const carriers = ['Own Van', 'Slow Parcel', 'Will Call', 'Parcel Post'];
/** The carriers that sell a label for every carton. */
const parcelCarriers = ['Slow Parcel', 'Parcel Post'];
/** Limit in milliseconds from the last restart until every order is fulfilled and every workflow closed. */
const doneWithin = 120_000;

const parent = mkdtempSync(join(tmpdir(), 'conveyor-crash-'));
const data = join(parent, 'data');
let stack: RunningStack;
let client: Client;
let temporal: Temporal;

beforeAll(async () => {
  const config = join(projectRoot, 'test', 'support', 'crash-config.yaml');
  const port = await threeFreePorts();
  stack = await startStack(data, port, { CONVEYOR_CONFIG: config });
  // The client repeats unanswered requests for minutes. Every request of the shop carries an Idempotency-Key.
  client = createClient({ url: stack.url, apiKey: stack.adminKey(), retries: 60 });
  temporal = new Temporal({ connection: await Connection.connect({ address: `127.0.0.1:${port + 1}` }) });
});

afterAll(async () => {
  await temporal?.connection.close();
  await client?.close();
  await stack?.end('SIGTERM');
  killLeftovers(data);
  rmSync(parent, { recursive: true, force: true });
});

test(`Killing worker, service, Temporal and PostgreSQL (kill -9) while ${orderCount} orders run loses and duplicates nothing`, {
  timeout: 400_000,
}, async () => {
  const shop = await openCrashShop(client, carriers);
  for (const victims of rounds) await killDuringOrders(victims, shop);
  await shop.repeatAll();
  await until(async () => (await openOrders()) === 0 && (await openWorkflows()) === 0, doneWithin);

  await expectOrdersFulfilledOnce(shop);
  await expectStockTakenOutOnce(shop);
  await expectLabelsBookedOnce();
  await expectWorkflowsCompleted(shop);
  expect(await client.verify.get()).toMatchObject({ violations: [] });
});

/** Issues a part of the orders, kills the programs when half of that part is issued, and waits for their restart. */
async function killDuringOrders(victims: readonly ProgramName[], shop: CrashShop): Promise<void> {
  const part = orderCount / rounds.length;
  const before = stack.output().length;
  const half = shop.issued.size + part / 2;
  const issuing = shop.issueOrders(part);
  await Promise.race([issuing, until(() => shop.issued.size >= half)]);
  expect(await openOrders()).toBeGreaterThan(0);
  await stack.kill(victims);
  await issuing;
  await stack.restarted(victims, before);
}

async function openOrders(): Promise<number> {
  return (await client.salesorder.list({ filter: 'status.name != "Fulfilled"', perPage: 0 })).total;
}

async function openWorkflows(): Promise<number> {
  return (await temporal.workflow.count('ExecutionStatus = "Running"')).count;
}

const records = ['picks', 'packs', 'ships', 'pickups', 'invoices'] as const;
type StepRecords = Record<(typeof records)[number], { id: number; total: number }[]>;

/** Checks that each order exists once, is fulfilled, and has one record for each step of its carrier; no record lacks an order. */
async function expectOrdersFulfilledOnce(shop: CrashShop): Promise<void> {
  const orders = await all<SalesOrder & StepRecords>(`status,carrier,${records}`);
  const open = orders.filter(({ status }) => status?.name !== 'Fulfilled');
  expect(await Promise.all(open.map(({ id }) => client.salesorder.progress(id)))).toEqual([]);
  expect(orders.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...shop.issued].sort((a, b) => a - b));
  expect(orders).toHaveLength(orderCount);
  const actual = orders.map((order) => ({ id: order.id, ...counts(order), invoiced: order.invoices[0]?.total }));
  expect(actual).toEqual(
    orders.map(({ id, carrier, total }) => {
      const packed = carrier?.name === 'Will Call' ? 0 : 1;
      return { id, picks: 1, packs: packed, ships: packed, pickups: 1, invoices: 1, invoiced: total };
    }),
  );
  for (const name of records) {
    const { total } = (await client.request({
      method: 'GET',
      path: `/${name.slice(0, -1)}`,
      query: { perPage: 0 },
    })) as { total: number };
    expect({ name, total }).toEqual({ name, total: orders.reduce((sum, order) => sum + order[name].length, 0) });
  }
}

const counts = (order: StepRecords) => Object.fromEntries(records.map((name) => [name, order[name].length]));

/** Checks the remaining stock, and the ledger entries of the units that left. */
async function expectStockTakenOutOnce(shop: CrashShop): Promise<void> {
  const remaining = new Map(shop.parts.map((part) => [part, 0]));
  for await (const { part_id, qty } of client.inventory.each()) remaining.set(part_id, remaining.get(part_id)! + qty);
  const shipped = new Map(shop.parts.map((part) => [part, 0]));
  for await (const { part_id, qty } of client.inventorymovement.each({ filter: 'to_location_id IS NULL' })) {
    shipped.set(part_id, shipped.get(part_id)! + qty);
  }
  const expected = shop.parts.map((part) => [part, shop.ordered.get(part)!] as const);
  expect([...shipped]).toEqual(expected);
  expect([...remaining]).toEqual(expected.map(([part, qty]) => [part, shop.openingStock - qty]));
}

/** Checks that every carton of a parcel carrier has its own label, and that the carrier sold no others. */
async function expectLabelsBookedOnce(): Promise<void> {
  const orders = await all<Pick<SalesOrder, 'id' | 'carrier'> & { packs: { cartons: Carton[] }[] }>(
    'carrier,packs.cartons',
  );
  const trackingNumbers = (byParcel: boolean) =>
    orders
      .filter(({ carrier }) => parcelCarriers.includes(carrier!.name) === byParcel)
      .flatMap(({ packs }) => packs.flatMap(({ cartons }) => cartons.map((carton) => carton.tracking_number)));
  const labels = readdirSync(join(data, 'labels')).map((file) => file.replace('.svg', ''));
  expect(trackingNumbers(true).sort()).toEqual(labels.sort());
  expect(new Set(trackingNumbers(false))).toEqual(new Set([null]));
}

/** Checks that exactly one workflow drove each order, and that all of them completed. */
async function expectWorkflowsCompleted(shop: CrashShop): Promise<void> {
  const runs: string[] = [];
  for await (const { workflowId, status } of temporal.workflow.list({ query: 'WorkflowType = "order"' })) {
    runs.push(`${workflowId} ${status.name}`);
  }
  expect(runs.sort()).toEqual([...shop.issued].map((id) => `order/${id} COMPLETED`).sort());
}

async function all<Order>(embed: string): Promise<Order[]> {
  const orders: Order[] = [];
  for await (const order of client.salesorder.each({ embed })) orders.push(order as Order);
  return orders;
}
