import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applySchedules } from '../../../cli/schedule/apply.ts';
import { listSchedules, listText } from '../../../cli/schedule/list.ts';
import { scheduleId } from '../../../workflows/contract/scheduled-run.ts';
import { untilEnd } from '../../support/until-end.ts';
import { until } from '../support/engine.ts';
import { plainTerminal } from '../support/schedules.ts';
import { wholeEngine } from '../support/whole-engine.ts';

// Schedules at the command line, with the service itself, which has the bulk runs.

let shown: string;

const engine = await untilEnd(wholeEngine({ config: '{}\n' }));

beforeEach(() => {
  shown = '';
});

afterEach(async () => {
  await engine.temporal.schedule
    .getHandle(scheduleId('hold-all'))
    .delete()
    .catch(() => undefined);
});

async function activate(text: string): Promise<void> {
  engine.testService.write(text);
  await engine.testService.call('POST', '/config/reload');
}

async function apply(how: { yes?: boolean; dryRun?: boolean }) {
  const write = (more: string) => {
    shown += more;
  };
  return applySchedules({ client: engine.testService.client, terminal: { ...plainTerminal, write }, ...how });
}

const listed = (most = 1) => listSchedules(engine.testService.client, most);
const schedule = (run: string) => `schedules:\n  hold-all:\n    cron: 0 6 1 1 *\n    run: ${run}\n`;

test('a schedule holds the orders of its selection, and its run is shown with the results', async () => {
  const { testService: service, shop } = engine;
  const part = await shop.part({}, 100);
  const orders = [await shop.issued([{ part_id: part, qty: 1 }]), await shop.issued([{ part_id: part, qty: 1 }])];
  await activate(
    schedule(`{ action: hold, select: 'id IN (${orders.join(', ')})', options: { reason: Stocktaking } }`),
  );

  expect(await apply({ dryRun: true })).toMatchObject({ applied: false, changes: [{ kind: 'added' }] });
  expect(shown).toMatch(/^\+ hold-all\n {4}cron +0 6 1 1 \*\n/);
  expect(shown).toContain('2 orders match now');
  expect(shown).toContain('Nothing was changed.');
  expect((await listed()).map(({ name }) => name)).not.toContain('hold-all');

  expect(await apply({ yes: true })).toMatchObject({ applied: true });
  expect(await apply({})).toMatchObject({ applied: true, changes: [] });

  await service.client.schedule.trigger('hold-all');
  const last = async () => (await listed()).find(({ name }) => name === 'hold-all')?.last[0];
  await until(async () => (await last())?.outcome === 'done', 'the run');
  const { bulkrun_id, counts } = (await last())!;
  expect(counts).toMatchObject({ done: 2 });
  for (const order of orders) expect(await shop.see(order)).toMatchObject({ hold_reason: 'Stocktaking' });
  const { body: run } = await service.call('GET', `/bulkrun/${bulkrun_id}`);
  expect(run).toMatchObject({ action: 'hold', state: 'done', total: 2, done: 2 });

  const [many] = await listed(10);
  expect(many!.next).toHaveLength(10);
  expect(listText([many!], plainTerminal)).toMatch(/\n {4}next +\d{4}-01-01 06:00, [\s\S]*done: bulk run \d+, 2 done/);

  await activate(
    schedule(`{ action: hold, select: 'id IN (${orders.join(', ')})', options: { reason: Stocktaking } }`).replace(
      '0 6',
      '0 7',
    ),
  );
  shown = '';
  await apply({ dryRun: true });
  expect(shown).toContain('~ hold-all\n    cron  0 6 1 1 * → 0 7 1 1 *\n');
});

describe('a run that the service refuses', () => {
  test.each<[string, string]>([
    ['{ action: issue, select: \'statsu.name = "Draft"\' }', 'statsu'],
    ['{ action: issue, select: id = 1, options: { reason: Why } }', 'is no option of issue'],
  ])('%s is reported with its place before anything is changed', async (run, fault) => {
    await activate(schedule(run));
    const applied = apply({ yes: true });
    await expect(applied).rejects.toThrow(fault);
    await expect(applied).rejects.toThrow(/:\d+:\d+ /);
    expect(shown).toBe('');
  });
});
