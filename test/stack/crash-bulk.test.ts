import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, Client as Temporal } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inParallel } from '../../cli/output/parallel.ts';
import { type Client, createClient } from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { killLeftovers, type ProgramName, type RunningStack, startStack, until } from '../support/stack.ts';

/** The long run: `CONVEYOR_CRASH_BULK_ORDERS=1000 npm test -- test/stack/crash-bulk.test.ts`. */
const orderCount = Number(process.env.CONVEYOR_CRASH_BULK_ORDERS ?? 100);
/**
 * The programs that are killed when the run has finished the given fraction of its orders. Below 500 orders the run would be
 * done before the fourth round, so the programs are killed in two rounds.
 */
const kills: readonly (readonly [fraction: number, victims: readonly ProgramName[]])[] =
  orderCount < 500
    ? [
        [0.1, ['worker']],
        [0.4, ['worker', 'service', 'temporal']],
      ]
    : [
        [0.1, ['worker']],
        [0.3, ['service']],
        [0.5, ['temporal']],
        [0.7, ['worker', 'service', 'temporal']],
      ];
const carriers = ['Own Van', 'Will Call'];
const partCount = 12;
const openingStock = 10_000;

const parent = mkdtempSync(join(tmpdir(), 'conveyor-crash-bulk-'));
const data = join(parent, 'data');
let stack: RunningStack;
let client: Client;
let temporal: Temporal;

beforeAll(async () => {
  const config = join(projectRoot, 'test', 'support', 'crash-config.yaml');
  const port = await threeFreePorts();
  stack = await startStack(data, port, { CONVEYOR_CONFIG: config });
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

test(`Killing worker, service and Temporal (kill -9) in a bulk run of ${orderCount} orders gives each order one outcome and repeats none`, {
  timeout: 600_000,
}, async () => {
  const ordered = await createDrafts();
  const { id, total } = await client.bulkrun.create({ select: 'status.name = "Draft"', action: 'issue' });
  expect(total).toBe(orderCount);
  for (const [fraction, victims] of kills) {
    await until(async () => (await client.bulkrun.get(id)).done >= fraction * orderCount, 120_000);
    expect(await client.bulkrun.get(id)).toMatchObject({ state: 'running' });
    await killAndAwaitRestart(victims);
  }
  await until(async () => (await client.bulkrun.get(id)).state === 'done', 180_000);
  await until(async () => (await openOrders()) === 0 && (await openWorkflows()) === 0, 120_000);

  expect(await client.bulkrun.get(id)).toMatchObject({
    state: 'done',
    total,
    done: total,
    skipped: 0,
    warned: 0,
    failed: 0,
  });
  const outcomes: number[] = [];
  for await (const { order_id, outcome, attempts } of client.bulkrunorder.each({ where: { bulkrun_id: id } })) {
    expect({ order_id, outcome, attempts }).toEqual({ order_id, outcome: 'done', attempts: 1 });
    outcomes.push(order_id);
  }
  expect(new Set(outcomes).size).toBe(orderCount);
  await expectIssuedOnce();
  await expectStockTakenOutOnce(ordered);
  expect(await client.verify.get()).toMatchObject({ violations: [] });

  const again = await client.bulkrun.create({ order_id: outcomes, action: 'issue' });
  await until(async () => (await client.bulkrun.get(again.id)).state === 'done', 120_000);
  expect(await client.bulkrun.get(again.id)).toMatchObject({ done: 0, skipped: total });
  await expectIssuedOnce();
});

/** Creates the drafts. @returns the units ordered of each part, by part id */
async function createDrafts(): Promise<ReadonlyMap<number, number>> {
  const storage = (await client.location.list({ filter: 'locationtype_id = 1' })).data[0]!.id;
  const carrierIds = (await client.carrier.list()).data
    .filter(({ name }) => carriers.includes(name))
    .map(({ id }) => id);
  const customer_id = (await client.customer.create({ type: 'Company', name: 'Ernst Handel' })).id;
  const inner = { inner_width_mm: 200, inner_length_mm: 150, inner_depth_mm: 100 };
  await client.cartontype.create({ name: 'Box', ...inner, max_gross_weight_g: 5_000 });
  const ordered = new Map<number, number>();
  for (let at = 0; at < partCount; at += 1) {
    const size = { width_mm: 120, length_mm: 90, depth_mm: 40, weight_g: 300 };
    const { id } = await client.part.create({ number: `C${at}`, name: `Part ${at}`, parttype_id: 1, ...size });
    await client.inventoryadjustment.create({ part_id: id, location_id: storage, qty: openingStock });
    ordered.set(id, 0);
  }
  const parts = [...ordered.keys()];
  const address = {
    ship_to_name: 'Ernst Handel',
    ship_address_1: 'Kirchgasse 6',
    ship_city: 'Graz',
    ship_country: 'AT',
  };
  await inParallel(Array(orderCount).keys(), 16, async (number) => {
    const part_id = parts[number % partCount]!;
    const qty = 1 + (number % 3);
    ordered.set(part_id, ordered.get(part_id)! + qty);
    const carrier_id = carrierIds[number % carrierIds.length]!;
    await client.salesorder.create({ customer_id, carrier_id, ...address, lines: [{ part_id, qty, unit_price: 5 }] });
  });
  return ordered;
}

async function killAndAwaitRestart(victims: readonly ProgramName[]): Promise<void> {
  const before = stack.output().length;
  await stack.kill(victims);
  await stack.restarted(victims, before);
}

async function openOrders(): Promise<number> {
  return (await client.salesorder.list({ filter: 'status.name != "Fulfilled"', perPage: 0 })).total;
}

async function openWorkflows(): Promise<number> {
  return (await temporal.workflow.count('ExecutionStatus = "Running"')).count;
}

/** Checks that each order has one pick, one pickup and one invoice, and that one workflow drove it. */
async function expectIssuedOnce(): Promise<void> {
  for (const record of ['pick', 'pickup', 'invoice'] as const) {
    const { total } = (await client.request({ method: 'GET', path: `/${record}`, query: { perPage: 0 } })) as {
      total: number;
    };
    expect({ record, total }).toEqual({ record, total: orderCount });
  }
  expect((await temporal.workflow.count('WorkflowType = "order"')).count).toBe(orderCount);
}

async function expectStockTakenOutOnce(ordered: ReadonlyMap<number, number>): Promise<void> {
  const remaining = new Map([...ordered.keys()].map((part) => [part, 0]));
  for await (const { part_id, qty } of client.inventory.each()) remaining.set(part_id, remaining.get(part_id)! + qty);
  expect([...remaining]).toEqual([...ordered].map(([part, qty]) => [part, openingStock - qty]));
}
