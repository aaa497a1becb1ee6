import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, Client as Temporal } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Carton, type Client, createClient, type SalesOrder } from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { type CrashShop, openCrashShop } from '../support/crash-shop.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { clearAway, type ProgramName, type RunningStack, startStack, until } from '../support/stack.ts';

const orderCount = 100;
/** Killed one after the other, then all together; the client issues a share of the orders around each. */
const rounds: readonly (readonly ProgramName[])[] = [
  ['worker'],
  ['service'],
  ['temporal'],
  ['postgres'],
  // The service dies with starts of workflows in its hands that nobody took.
  ['temporal', 'service', 'postgres', 'worker'],
];
const carriers = ['Own Van', 'Slow Parcel', 'Will Call', 'Parcel Post'];
/** Those that a label is bought from for every carton. */
const parcelCarriers = ['Slow Parcel', 'Parcel Post'];
/** From when all are back until every order is fulfilled and every workflow closed. */
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
  const { admin } = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
  // Repeats for minutes what gets no answer: every request of the shop's carries an Idempotency-Key.
  client = createClient({ url: stack.url, apiKey: admin.api_key, retries: 60 });
  temporal = new Temporal({ connection: await Connection.connect({ address: `127.0.0.1:${port + 1}` }) });
});

afterAll(async () => {
  await temporal?.connection.close();
  await client?.close();
  await stack?.end('SIGTERM');
  clearAway(data);
  rmSync(parent, { recursive: true, force: true });
});

test('Killing worker, service, Temporal and PostgreSQL in turn (kill -9) while 100 orders run loses and doubles nothing', {
  timeout: 400_000,
}, async () => {
  const shop = await openCrashShop(client, carriers);
  for (const victims of rounds) await killAmid(victims, shop);
  await shop.repeatAll();
  await until(async () => (await openOrders()) === 0 && (await openWorkflows()) === 0, doneWithin);

  await expectOrdersDoneOnce(shop);
  await expectStockTakenOutOnce(shop);
  await expectLabelsBookedOnce();
  await expectWorkflowsClosedWell(shop);
  expect(await client.verify.get()).toMatchObject({ violations: [] });
});

/** Issues a share of the orders and kills the processes when half of them are issued; goes on when they are back. */
async function killAmid(victims: readonly ProgramName[], shop: CrashShop): Promise<void> {
  const share = orderCount / rounds.length;
  const before = stack.output().length;
  const half = shop.issued.size + share / 2;
  const issuing = shop.issueOrders(share);
  await Promise.race([issuing, until(() => shop.issued.size >= half)]);
  expect(await openOrders()).toBeGreaterThan(0);
  for (const victim of victims) {
    process.kill(stack.pid(victim), 'SIGKILL');
    await pause(100);
  }
  await issuing;
  const said = () => stack.output().slice(before);
  const back = victims.map((victim) => `${victim} is back.`);
  await until(() => back.every((line) => said().includes(line)), 60_000);
  for (const line of back) expect(said()).toContain(line);
}

async function openOrders(): Promise<number> {
  return (await client.salesorder.list({ filter: 'status.name != "Fulfilled"', perPage: 0 })).total;
}

async function openWorkflows(): Promise<number> {
  return (await temporal.workflow.count('ExecutionStatus = "Running"')).count;
}

const records = ['picks', 'packs', 'ships', 'pickups', 'invoices'] as const;
type Done = Record<(typeof records)[number], { id: number; total: number }[]>;

/** Each order is there once and fulfilled, with one record of each step that its carrier has, and no record is without order. */
async function expectOrdersDoneOnce(shop: CrashShop): Promise<void> {
  const orders = await all<SalesOrder & Done>(`status,carrier,${records}`);
  const open = orders.filter(({ status }) => status?.name !== 'Fulfilled');
  expect(await Promise.all(open.map(({ id }) => client.salesorder.progress(id)))).toEqual([]);
  expect(orders.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...shop.issued].sort((a, b) => a - b));
  expect(orders).toHaveLength(orderCount);
  const seen = orders.map((order) => ({ id: order.id, ...counts(order), invoiced: order.invoices[0]?.total }));
  expect(seen).toEqual(
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

const counts = (order: Done) => Object.fromEntries(records.map((name) => [name, order[name].length]));

/** By the stock that is left, and by the ledger of what left the house. */
async function expectStockTakenOutOnce(shop: CrashShop): Promise<void> {
  const left = new Map(shop.parts.map((part) => [part, 0]));
  for await (const { part_id, qty } of client.inventory.each()) left.set(part_id, left.get(part_id)! + qty);
  const takenOut = new Map(shop.parts.map((part) => [part, 0]));
  for await (const { part_id, qty } of client.inventorymovement.each({ filter: 'to_location_id IS NULL' })) {
    takenOut.set(part_id, takenOut.get(part_id)! + qty);
  }
  const expected = shop.parts.map((part) => [part, shop.ordered.get(part)!] as const);
  expect([...takenOut]).toEqual(expected);
  expect([...left]).toEqual(expected.map(([part, qty]) => [part, shop.openingStock - qty]));
}

/** Every carton of a parcel carrier has a label of its own, and the carrier has sold no others. */
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

/** Each order was driven by one workflow, and none of them failed. */
async function expectWorkflowsClosedWell(shop: CrashShop): Promise<void> {
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
