import type { Client as Temporal } from '@temporalio/client';
import { expect } from 'vitest';
import type { Client, SalesOrder } from '../../../../client/client.ts';
import type { CrashShop } from './shop.ts';

/** Conditions at the end of a test that kills or stops programs: nothing is lost, and nothing is done twice. */

/** Returns how many orders are issued and not fulfilled. */
export async function openOrders(client: Client): Promise<number> {
  const filter = 'status.name != "Fulfilled" && status.name != "Draft"';
  return (await client.salesorder.list({ filter, perPage: 0 })).total;
}

/** Returns how many workflows run. */
export async function openWorkflows(temporal: Temporal): Promise<number> {
  return (await temporal.workflow.count('ExecutionStatus = "Running"')).count;
}

const records = ['picks', 'packs', 'ships', 'pickups', 'invoices'] as const;
type StepRecords = Record<(typeof records)[number], { id: number; total: number }[]>;

/** Checks that each order exists once, is fulfilled, and has one record for each step of its carrier; no record lacks an order. */
export async function expectOrdersFulfilledOnce(client: Client, issued: readonly number[]): Promise<void> {
  const orders = await allOrders<SalesOrder & StepRecords>(client, `status,carrier,${records}`);
  const open = orders.filter(({ status }) => status?.name !== 'Fulfilled');
  expect(await Promise.all(open.map(({ id }) => client.salesorder.progress(id)))).toEqual([]);
  expect(orders.map(({ id }) => id).sort((a, b) => a - b)).toEqual(issued);
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
export async function expectStockTakenOutOnce(client: Client, shop: CrashShop): Promise<void> {
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

/** Checks that exactly one workflow drove each order, and that all of them completed. */
export async function expectWorkflowsCompleted(temporal: Temporal, issued: readonly number[]): Promise<void> {
  const runs: string[] = [];
  for await (const { workflowId, status } of temporal.workflow.list({ query: 'WorkflowType = "order"' })) {
    runs.push(`${workflowId} ${status.name}`);
  }
  expect(runs.sort()).toEqual(issued.map((id) => `order/${id} COMPLETED`).sort());
}

/** Returns all orders with these relations. */
export async function allOrders<Order>(client: Client, embed: string): Promise<Order[]> {
  const orders: Order[] = [];
  for await (const order of client.salesorder.each({ embed })) orders.push(order as Order);
  return orders;
}
