import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inParallel } from '../../../cli/output/parallel.ts';
import { type Client, createClient } from '../../../client/client.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import { killLeftovers, type ProgramName, type RunningStack, startStack, until } from '../../support/stack.ts';

/**
 * Orders that are issued when that is possible, three in ten of them short of stock. The stock arrives in three deliveries, and
 * between them each program dies by `kill -9`. The long run: `CONVEYOR_WAITING_ORDERS=1000 npm test -- test/cli/stack/waiting-drafts`.
 */
const count = Number(process.env.CONVEYOR_WAITING_ORDERS ?? 30);

/** Parts of a delivery. Ten orders wait for each. */
const partsOfDelivery = Math.ceil(count / 100);

/** Milliseconds within which an order is issued once its stock has arrived. A busy machine takes longer for 100 at once. */
const longestWait = count <= 100 || process.env.CONVEYOR_STRICT_TIMES ? 2_000 : 10_000;

/** The programs that die before the second and the third delivery, and after the last one. */
const victims: readonly (readonly ProgramName[])[] = [['worker', 'service'], ['temporal', 'postgres'], ['worker']];

const parent = mkdtempSync(join(tmpdir(), 'conveyor-waiting-'));
const data = join(parent, 'data');
const file = join(parent, 'fulfillment.yaml');
let stack: RunningStack;
let client: Client;

beforeAll(async () => {
  writeFileSync(
    file,
    'defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }\n',
  );
  stack = await startStack(data, await threeFreePorts(), { CONVEYOR_CONFIG: file });
  client = createClient({ url: stack.url, apiKey: stack.adminKey(), retries: 60 });
});
afterAll(async () => {
  await client?.close();
  await stack?.end('SIGTERM');
  killLeftovers(data);
  rmSync(parent, { recursive: true, force: true });
});

/** Returns how many of the orders have the status. */
const having = async (ids: readonly number[], status: string) =>
  (await client.salesorder.list({ where: { id: ids as number[] }, filter: `status.name = "${status}"`, perPage: 0 }))
    .total;

test(`${count} orders that are issued when possible, with three deliveries and kills between them`, {
  timeout: 120_000 + count * 1_000,
}, async () => {
  const shop = await openShop();
  const plenty = await shop.part('PLENTY');
  await shop.arrives(plenty, 4 * count);
  const deliveries = await Promise.all(
    victims.map((_, round) =>
      Promise.all(Array.from({ length: partsOfDelivery }, (__, at) => shop.part(`SHORT-${round}-${at}`))),
    ),
  );
  const waiting = new Map<number, number[]>(deliveries.flat().map((part) => [part, []]));
  const ids: number[] = [];
  const ask = async (part: number) => {
    const id = await shop.order(part);
    await client.salesorder.issue(id, { when: 'possible' });
    waiting.get(part)?.push(id);
    ids.push(id);
  };
  await inParallel(Array(count).keys(), 16, (number) => {
    const delivery = deliveries[number % 10];
    return ask(delivery?.[Math.floor(number / 10) % partsOfDelivery] ?? plenty);
  });
  const waitingCount = [...waiting.values()].flat().length;
  await until(async () => (await having(ids, 'Fulfilled')) === count - waitingCount, 60_000 + count * 200);

  for (const [round, parts] of deliveries.entries()) {
    const own = parts.flatMap((part) => waiting.get(part)!);
    const arrived = Date.now();
    for (const part of parts) await shop.arrives(part, waiting.get(part)!.length * 2);
    await until(async () => (await having(own, 'Draft')) === 0, 60_000);
    const took = Date.now() - arrived;
    if (process.env.PRINT_FIGURES) console.log(`Delivery ${round + 1}: ${own.length} orders issued after ${took} ms`);
    expect(await having(own, 'Draft')).toBe(0);
    expect(took).toBeLessThan(longestWait);
    const before = stack.output().length;
    const killed = Date.now();
    await stack.kill(victims[round]!);
    // The business of the day goes on: its calls are repeated until the programs are back.
    await inParallel(Array(Math.ceil(count / 10)).keys(), 16, () => ask(plenty));
    await stack.restarted(victims[round]!, before);
    // Temporal takes a killed worker for alive for ten seconds, and sends it the tasks of the workflows that it had in memory.
    if (victims[round]!.includes('worker')) await pause(Math.max(0, killed + 11_000 - Date.now()));
    for (const part of parts) waiting.delete(part);
    await until(async () => (await openOrders()) === [...waiting.values()].flat().length, 120_000);
  }
  await expectEachOnce(ids);
  const units = new Map<number, number>();
  for await (const { part_id, qty } of client.inventory.each()) units.set(part_id, (units.get(part_id) ?? 0) + qty);
  const left = 4 * count - 2 * (ids.length - waitingCount);
  expect(units).toEqual(new Map([[plenty, left], ...deliveries.flat().map((part) => [part, 0] as const)]));
  expect(await client.verify.get()).toMatchObject({ violations: [] });
});

/** Returns how many orders are not fulfilled. */
const openOrders = async () =>
  (await client.salesorder.list({ filter: 'status.name != "Fulfilled"', perPage: 0 })).total;

/** Creates a customer. @returns how to create parts and orders of two units, and to receive stock */
async function openShop() {
  const location_id = (await client.location.list({ filter: 'locationtype_id = 1' })).data[0]!.id;
  const customer = await client.customer.create({ type: 'Company', name: 'Ernst Handel' });
  const to = {
    ship_to_name: 'Ernst Handel',
    ship_address_1: 'Kirchgasse 6',
    ship_city: 'Graz',
    ship_postal_code: '8010',
    ship_country: 'AT',
  };
  return {
    part: async (number: string) => (await client.part.create({ number, name: number, parttype_id: 1 } as never)).id,
    arrives: (part_id: number, qty: number) =>
      client.inventoryadjustment.create({ part_id, location_id, qty, reason: 'delivery' }),
    order: async (part_id: number) => {
      const lines = [{ part_id, qty: 2, unit_price: 5 }];
      const body = { customer_id: customer.id, ...to, ship_postal_code: '8010', lines };
      return (await client.salesorder.create(body)).id;
    },
  };
}

/** Checks that every order was issued, picked, shipped and fulfilled once. */
async function expectEachOnce(ids: readonly number[]): Promise<void> {
  expect(await having(ids, 'Fulfilled')).toBe(ids.length);
  for await (const order of client.salesorder.each({ embed: 'picks,ships' })) {
    const { picks, ships } = order as unknown as Record<'picks' | 'ships', object[]>;
    expect([order.id, picks.length, ships.length]).toEqual([order.id, 1, 1]);
  }
  await inParallel(ids, 16, async (id) => {
    const timeline = await client.salesorder.timeline(id);
    expect(timeline.filter(({ event }) => event === 'salesorder.issued')).toHaveLength(1);
  });
}
