import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { applySchedules } from '../../cli/schedule/apply-file.ts';
import { trigger } from '../../cli/schedule/backfill.ts';
import { listSchedules } from '../../cli/schedule/list.ts';
import { readEnvironment } from '../../config/environment.ts';
import { Relay } from '../../service/outbox/relay.ts';
import { type RunningWorker, startWorker } from '../../worker.ts';
import { scheduleId } from '../../workflows/input.ts';
import { loadText } from '../config/load-text.ts';
import { type House, openHouse } from '../service/house.ts';
import { openShop, type Shop } from '../service/shop.ts';
import { until } from './engine.ts';

// Schedules with the service itself, which has the bulk runs.

let house: House;
let shop: Shop;
let relay: Relay;
let temporal: Client;
let worker: RunningWorker;
let shown: string;

beforeAll(async () => {
  house = await openHouse();
  shop = await openShop(house);
  process.env.TEMPORAL_ADDRESS = inject('temporalAddress');
  temporal = new Client({ connection: await Connection.connect({ address: process.env.TEMPORAL_ADDRESS }) });
  const logger = pino({ level: 'silent' });
  relay = new Relay({ database: house.database, client: async () => temporal, logger });
  relay.start();
  const environment = readEnvironment({ CONVEYOR_URL: house.url, CONVEYOR_API_KEY: house.engineKey });
  worker = await startWorker(environment, { carriers: [], logger });
  await worker.ready;
});

afterAll(async () => {
  await worker.stop();
  await relay.stop();
  await temporal.connection.close();
  await house.close();
});

beforeEach(() => {
  shown = '';
});

afterEach(async () => {
  await temporal.schedule
    .getHandle(scheduleId('hold-all'))
    .delete()
    .catch(() => undefined);
});

async function apply(text: string, how: { yes?: boolean; dryRun?: boolean }) {
  const { schedules } = await loadText(text);
  const write = (more: string) => {
    shown += more;
  };
  const terminal = { live: false, columns: 100, colors: false, write };
  return applySchedules(schedules, { client: house.client, temporal, terminal, ...how });
}

const schedule = (run: string) => `schedules:\n  hold-all:\n    cron: 0 6 1 1 *\n    run: ${run}\n`;

test('a schedule holds the orders of its selection, and its run is shown with what became of them', async () => {
  const part = await shop.part({}, 100);
  const orders = [await shop.issued([{ part_id: part, qty: 1 }]), await shop.issued([{ part_id: part, qty: 1 }])];
  const text = schedule(`{ action: hold, select: 'id IN (${orders.join(', ')})', options: { reason: Stocktaking } }`);

  expect(await apply(text, { dryRun: true })).toMatchObject({ applied: false, changes: [{ kind: 'added' }] });
  expect(shown).toContain('2 orders would be taken now');
  expect(shown).toContain('Nothing was changed.');
  expect((await listSchedules(temporal, 1)).map(({ name }) => name)).not.toContain('hold-all');

  expect(await apply(text, { yes: true })).toMatchObject({ applied: true });
  expect(await apply(text, {})).toEqual({ applied: true, changes: [] });

  await trigger(temporal, 'hold-all');
  const last = async () => (await listSchedules(temporal, 1)).find(({ name }) => name === 'hold-all')?.last[0];
  await until(async () => (await last())?.outcome === 'done', 'the run');
  const { bulkRun, detail } = (await last())!;
  expect(detail).toBe('2 done');
  for (const order of orders) expect(await shop.see(order)).toMatchObject({ hold_reason: 'Stocktaking' });
  const { body: run } = await house.call('GET', `/bulkrun/${bulkRun}`);
  expect(run).toMatchObject({ action: 'hold', state: 'done', total: 2, done: 2 });
});

test.each<[string, string]>([
  ['{ action: issue, select: \'statsu.name = "Draft"\' }', 'statsu'],
  ['{ action: issue, select: id = 1, options: { reason: Why } }', 'is no option of issue'],
])('a run that the service refuses, %s, is told with its place before anything is changed', async (run, fault) => {
  const applied = apply(schedule(run), { yes: true });
  await expect(applied).rejects.toThrow(fault);
  expect(shown).toBe('');
});
