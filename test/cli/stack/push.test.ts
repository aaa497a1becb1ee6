import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/client.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import { startCommand } from '../../support/processes/command.ts';
import { killLeftovers, type RunningStack, startStack, until } from '../../support/stack.ts';

// Service and worker of a stack take their configuration from the database. A pushed file reaches both without a restart.
const folder = mkdtempSync(join(tmpdir(), 'conveyor-stack-push-'));
const data = join(folder, 'data');
const file = join(folder, 'fulfillment.yaml');
const pushed = join(folder, 'pushed.yaml');
const automatic = 'defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }\n';
// The hook runs in the worker, in a thread that loads the file of the plugin.
const plugin = `export default ({ carrierPlugin, z }) =>
  carrierPlugin({
    name: 'pigeon',
    options: z.strictObject({}),
    bookAt: () => 'ship',
    book: async ({ cartons }) => cartons.map(({ id }) => ({ carton_id: id, tracking_number: 'PIGEON-' + id })),
  });
`;
let stack: RunningStack;
let client: Client;
let part: number;

beforeAll(async () => {
  writeFileSync(file, automatic);
  writeFileSync(join(folder, 'pigeon.mjs'), plugin);
  stack = await startStack(data, await threeFreePorts(), { CONVEYOR_CONFIG: file, CONVEYOR_CONFIG_SOURCE: 'database' });
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

/** Issues an order and waits until the engine has fulfilled it. @returns the tracking numbers of its cartons */
async function fulfillOrder(): Promise<(string | null)[]> {
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
  const order = await client.salesorder.get(id, { embed: 'status,packs.cartons' });
  expect(order.status?.name).toBe('Fulfilled');
  return (order.packs ?? [])
    .flatMap((pack) => pack.cartons ?? [])
    .map(({ tracking_number }) => tracking_number ?? null);
}

const push = async (path: string) => {
  const command = startCommand(['config', 'push', path, '--data', data]);
  expect(await command.ended, command.output()).toBe(0);
  return command.output();
};

test('the first start activates the file of the stack, and orders follow it', async () => {
  expect((await client.config.history.get()).map(({ how }) => how)).toEqual(['push']);
  expect(await fulfillOrder()).toEqual([null]);
});

test('a push by the command line reaches the worker: it books with a plugin that it has only from the service', async () => {
  const pids = [stack.pid('service'), stack.pid('worker')];
  writeFileSync(
    pushed,
    `${automatic}carriers: { Pigeon: { plugin: ./pigeon.mjs } }
rules: [{ name: Everything flies, then: { carrier: Pigeon } }]
`,
  );
  expect(await push(pushed)).toContain('Rule "Everything flies" is new: then { carrier: Pigeon }.');
  expect(await fulfillOrder()).toEqual([expect.stringMatching(/^PIGEON-\d+$/)]);
  expect([stack.pid('service'), stack.pid('worker')]).toEqual(pids);
});

test('a service and a worker that are killed start again with the pushed configuration, not with their file', async () => {
  const { ruleset } = await client.config.get();
  const from = stack.output().length;
  await stack.kill(['service', 'worker']);
  await stack.restarted(['service', 'worker'], from);
  expect(await client.config.get()).toMatchObject({ ruleset });
  expect(await fulfillOrder()).toEqual([expect.stringMatching(/^PIGEON-\d+$/)]);
  expect((await client.status.get()).services).toContainEqual(
    expect.objectContaining({ ruleset, source: 'database', problem: null }),
  );
});
