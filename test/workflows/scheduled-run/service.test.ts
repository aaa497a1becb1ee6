import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { applySchedules } from '../../../cli/schedule/apply-file.ts';
import { listSchedules } from '../../../cli/schedule/list.ts';
import { trigger } from '../../../schedules/start.ts';
import { scheduleId } from '../../../workflows/contract/scheduled-run.ts';
import { loadText } from '../../config/load-text.ts';
import { until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

// Schedules with the service itself, which has the bulk runs.

let engine: WholeEngine;
let shown: string;

beforeAll(async () => {
  engine = await wholeEngine();
});

afterAll(() => engine.stop());

beforeEach(() => {
  shown = '';
});

afterEach(async () => {
  await engine.temporal.schedule
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
  return applySchedules(schedules, { client: engine.testService.client, temporal: engine.temporal, terminal, ...how });
}

const schedule = (run: string) => `schedules:\n  hold-all:\n    cron: 0 6 1 1 *\n    run: ${run}\n`;

test('a schedule holds the orders of its selection, and its run is shown with the results', async () => {
  const { testService: service, shop, temporal } = engine;
  const part = await shop.part({}, 100);
  const orders = [await shop.issued([{ part_id: part, qty: 1 }]), await shop.issued([{ part_id: part, qty: 1 }])];
  const text = schedule(`{ action: hold, select: 'id IN (${orders.join(', ')})', options: { reason: Stocktaking } }`);

  expect(await apply(text, { dryRun: true })).toMatchObject({ applied: false, changes: [{ kind: 'added' }] });
  expect(shown).toContain('2 orders match now');
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
  const { body: run } = await service.call('GET', `/bulkrun/${bulkRun}`);
  expect(run).toMatchObject({ action: 'hold', state: 'done', total: 2, done: 2 });
});

test.each<[string, string]>([
  ['{ action: issue, select: \'statsu.name = "Draft"\' }', 'statsu'],
  ['{ action: issue, select: id = 1, options: { reason: Why } }', 'is no option of issue'],
])('a run that the service refuses, %s, is reported with its place before anything is changed', async (run, fault) => {
  const applied = apply(schedule(run), { yes: true });
  await expect(applied).rejects.toThrow(fault);
  expect(shown).toBe('');
});
