import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/client.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import { killLeftovers, type RunningStack, startStack, until } from '../../support/stack.ts';

// The configuration file changes while the stack runs. Service and worker activate it without a restart.
const folder = mkdtempSync(join(tmpdir(), 'conveyor-reload-'));
const data = join(folder, 'data');
const file = join(folder, 'fulfillment.yaml');
const first = 'defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }\n';
const second = `${first}carriers:
  Labels: { plugin: parcel, url: "\${CONVEYOR_STAND_IN_CARRIER_URL}", rate: 20 per second }
rules:
  - { name: Everything goes by label, then: { carrier: Labels } }
`;
let stack: RunningStack;
let client: Client;
let part: number;

beforeAll(async () => {
  writeFileSync(file, first);
  stack = await startStack(data, await threeFreePorts(), { CONVEYOR_CONFIG: file });
  client = createClient({ url: stack.url, apiKey: stack.adminKey() });
  part = (await client.part.create({ number: 'TEA', name: 'Tea', parttype_id: 1, weight_g: 300 } as never)).id;
  const location_id = (await client.location.list({ filter: 'locationtype_id = 1' })).data[0]!.id;
  await client.inventoryadjustment.create({ part_id: part, location_id, qty: 100, reason: 'delivery' });
});
afterAll(async () => {
  await client.close();
  killLeftovers(data);
  rmSync(folder, { recursive: true, force: true });
});

/** Sends SIGHUP to the stack and waits until it prints the text. */
const hangUp = async (text: string) => {
  const before = stack.output().length;
  process.kill(stack.pid('stack'), 'SIGHUP');
  await until(() => stack.output().slice(before).includes(text));
  expect(stack.output().slice(before)).toContain(text);
};

/** Issues an order and waits until the engine has fulfilled it. */
async function fulfillOrder(): Promise<{ tracking: (string | null)[]; carrier: string | undefined }> {
  const customer = await client.customer.create({ type: 'Company', name: 'Alfreds Futterkiste' });
  const to = {
    ship_to_name: 'Alfreds',
    ship_address_1: 'Obere Str. 57',
    ship_city: 'Berlin',
    ship_postal_code: '10115',
    ship_country: 'DE',
  };
  const lines = [{ part_id: part, qty: 1, unit_price: 5 }];
  const { id } = await client.salesorder.create({ customer_id: customer.id, ...to, ship_postal_code: '12209', lines });
  await client.salesorder.issue(id, { ignore_warnings: 1 });
  await until(async () => (await client.salesorder.progress(id)).state === 'done');
  const order = await client.salesorder.get(id, { embed: 'carrier,status,packs.cartons' });
  expect(order.status?.name).toBe('Fulfilled');
  const cartons = (order.packs ?? []).flatMap((pack) => pack.cartons ?? []);
  return { tracking: cartons.map(({ tracking_number }) => tracking_number ?? null), carrier: order.carrier?.name };
}

test('an order follows the first file', async () => {
  expect(await fulfillOrder()).toEqual({ tracking: [null], carrier: undefined });
});

test('a faulty file changes nothing, and the stack prints the error', async () => {
  const { ruleset } = await client.config.get();
  writeFileSync(file, `${first}cariers: {}\n`);
  await hangUp('fulfillment.yaml:2:1 unknown key "cariers"; did you mean "carriers"?');
  expect(await client.config.get()).toMatchObject({ ruleset });
});

test('SIGHUP activates a valid file: the service plans with it, and the worker books with its new carrier', async () => {
  const pids = [stack.pid('service'), stack.pid('worker')];
  writeFileSync(file, second);
  await hangUp('Rule "Everything goes by label" is new: then { carrier: Labels }.');
  expect(await fulfillOrder()).toEqual({ tracking: [expect.stringMatching(/./)], carrier: 'Labels' });
  expect([stack.pid('service'), stack.pid('worker')]).toEqual(pids);
});

test('a worker that gets no signal activates the rule set that the service activated', async () => {
  writeFileSync(file, second.replace('Labels:', 'Other Labels:').replace('carrier: Labels', 'carrier: Other Labels'));
  await client.config.reload();
  expect(await fulfillOrder()).toEqual({ tracking: [expect.stringMatching(/./)], carrier: 'Other Labels' });
});
