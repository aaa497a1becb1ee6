import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runImport } from '../../../cli/import/import.ts';
import { inParallel } from '../../../cli/output/parallel.ts';
import { deliver, release } from '../../../cli/sample/events.ts';
import { sampleOrders } from '../../../cli/sample/run.ts';
import { sampleTable } from '../../../cli/sample/table.ts';
import type { PlanRecord } from '../../../client/client.ts';
import { testService } from '../../support/test-service.ts';
import { silentTerminal } from '../import/folder.ts';

// Without the engine, these tests check the plans and the shortages. A start of the stack runs the sample with the engine.
const service = await testService();

const importShop = () =>
  runImport({
    client: service.client,
    map: 'cli/sample/map.yaml',
    folder: 'cli/sample/data',
    terminal: silentTerminal(),
    atOnce: 1,
  });

const orderOf = async (number: string) => (await service.client.salesorder.list({ where: { number } })).data[0]!;
type WholePlan = PlanRecord & { start_in_carton: boolean; cartons_per_pallet: number | null; hold: string | null };
const planOf = async (number: string) =>
  (await service.client.salesorder.plan((await orderOf(number)).id)) as WholePlan;
const stepsOf = async (number: string) =>
  (await planOf(number)).steps
    .filter(({ required }) => required)
    .map(({ step, by }) => (by === 'hand' ? `${step} by hand` : step))
    .join(' ');

test('the shop is imported without faults, and only once', async () => {
  const first = await importShop();
  expect(first.faults).toEqual([]);
  expect(first.sections).toMatchObject({
    customers: { made: 12 },
    parts: { made: 25 },
    kits: { made: 2 },
    orders: { made: 30 },
  });
  const again = await importShop();
  expect(again.faults).toEqual([]);
  for (const tally of Object.values(again.sections)) expect(tally).toMatchObject({ made: 0, leftOut: 0 });
});

test('its orders have every combination of steps from pick to pickup', async () => {
  const expected = {
    'S-1001': 'pick pack ship pickup',
    'S-1007': 'pick pickup',
    'S-1010': 'pick pack pickup',
    'S-1012': 'pick pack by hand ship pickup',
    'S-1023': 'pick by hand pickup by hand',
  };
  for (const [number, steps] of Object.entries(expected)) expect(await stepsOf(number), number).toBe(steps);
  expect(await planOf('S-1014')).toMatchObject({ start_in_carton: true });
  expect(await planOf('S-1001')).toMatchObject({ start_in_carton: false, cartons_per_pallet: null });
  expect(await planOf('S-1025')).toMatchObject({ cartons_per_pallet: 12 });
  expect(await planOf('S-1017')).toMatchObject({ hold: 'Credit check' });
  expect(await planOf('S-1018')).toMatchObject({ hold: null });
});

test('in sequence, always the same two orders lack stock and two are held', async () => {
  const drafts = service.client.salesorder.each({ filter: sampleOrders });
  await inParallel(
    drafts,
    1,
    async ({ id }) => void (await service.client.salesorder.issue(id, { ignore_warnings: 1 })),
  );
  const waiting: Record<string, string> = {};
  for await (const { id, number } of service.client.salesorder.each({ filter: sampleOrders })) {
    const { state, waiting_for } = await service.client.salesorder.progress(id);
    if (state === 'held' || waiting_for?.startsWith('stock')) waiting[number] = waiting_for!;
  }
  expect(waiting).toEqual({
    'S-1017': 'release: Credit check',
    'S-1019': 'release: Credit check',
    'S-1021': 'stock: 5 of part KET-STE',
    'S-1022': 'stock: 1 of part GRI-HAN',
  });
});

test('finance releases one order and a delivery arrives for another, once', async () => {
  const delivery = { part: 'KET-STE', location: 'Aisle B', qty: 20, order: 'S-1021' };
  const interventions = [await release(service.client, 'S-1017'), await deliver(service.client, delivery)];
  expect(interventions.map((one) => one?.message)).toEqual([
    'S-1017 was held: Credit check. Finance releases it: npx conveyor order release S-1017',
    'S-1021 waited for stock: 5 of part KET-STE. A delivery of 20 arrives: POST /inventoryadjustment',
  ]);
  // The README shows the output of the sample.
  const readme = readFileSync('README.md', 'utf8');
  for (const one of interventions) expect(readme).toContain(`\n  ${one?.message}\n`);
  expect(await service.client.salesorder.progress((await orderOf('S-1021')).id)).toMatchObject({ state: 'working' });
  expect([await release(service.client, 'S-1017'), await deliver(service.client, delivery)]).toEqual([null, null]);
});

test('the final table has every order, in a hundred columns', async () => {
  const intervention = { order: 'S-1017', message: '', short: 'was held: Credit check; released' };
  const text = await sampleTable(service.client, sampleOrders, new Map([['S-1017', intervention]]), silentTerminal());
  expect(text.match(/^S-10\d\d/gm)).toHaveLength(30);
  expect(text.split('\n').every((line) => line.length <= 100)).toBe(true);
  expect(text).toMatch(/S-1019 +Bottega Verdi +Road Freight .* held: Credit check/);
  expect(text).toMatch(/S-1007 +Ana Weber +Will Call +pick +– +– +pickup/);
});

test('stock, work and states agree after the run', async () => {
  expect(await service.verify()).toEqual([]);
});
