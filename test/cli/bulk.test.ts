import { expect, test } from 'vitest';
import { exitCodeOf, followRun } from '../../cli/bulk/follow.ts';
import { failuresOf, ordersOf } from '../../cli/bulk/orders.ts';
import { previewRun, startRun } from '../../cli/bulk/start.ts';
import { listText, ordersText, previewText, runText } from '../../cli/bulk/text.ts';
import { firstRecords } from '../../cli/output/first-records.ts';
import { testShop } from '../support/shop.ts';
import { silentTerminal } from './import/folder.ts';

const { service, shop } = await testShop();

const selection = (more: object) => ({ order: [], action: 'issue', option: [], ...more });
const terminal = silentTerminal();
const newestRuns = (limit: number) =>
  firstRecords(limit, (page) => service.client.bulkrun.list({ sort: '-id', ...page }));

/** As the engine does. */
async function through(run: number): Promise<void> {
  for (;;) {
    const { units } = await shop.done(`/engine/bulkrun/${run}/next`, { max: 100 });
    if (units.length === 0) return;
    for (const order_id of units) await shop.done(`/engine/bulkrun/${run}/perform`, { order_id });
  }
}

test('a run is tried out, started and followed to its end, and what went wrong is shown with its reason', async () => {
  const part_id = await shop.part({}, 5);
  const good = await shop.order([{ part_id, qty: 1 }], { note: 'cli' });
  const short = await shop.order([{ part_id, qty: 9 }], { note: 'cli' });
  const seen = await previewRun(service.client, selection({ select: 'note = "cli"' }));
  const preview = previewText(seen, terminal);
  expect(preview).toMatch(/^issue: 2 orders\. Nothing was changed\./);
  expect(preview).toMatch(/2 +pick .*, pickup/);
  expect(preview).toMatch(/1 +Of part P\d+, 4 of 9 are not available\. +\d+/);

  const { id } = await startRun(
    service.client,
    selection({ select: 'note = "cli"', option: ['ignore_warnings=0'], rate: 50 }),
  );
  const [run] = await Promise.all([followRun(service.client, id, terminal), through(id)]);
  expect(run).toMatchObject({ state: 'done', done: 1, warned: 1 });
  expect(exitCodeOf(run)).toBe(1);
  const text = runText(run, await failuresOf(service.client, id), terminal);
  expect(text).toContain('issue (ignore_warnings=false)');
  expect(text).toContain('1 done, 1 warned');
  expect(text).toMatch(new RegExp(`${short} +\\S+ +warned +order\\.warnings +Of part`));
  const done = await ordersOf(service.client, id, { outcome: 'done', limit: 10 });
  expect(done.records.map((one) => one.order_id)).toEqual([good]);
  expect(ordersText(done, terminal)).toMatch(/done/);
  expect(listText(await newestRuns(20), terminal)).toMatch(/issue +done +2 +1 done, 1 warned +note = "cli"/);
});

test('a canceled run is an exit code of its own, and one without faults is 0', async () => {
  const order = await shop.order([], {});
  const { id } = await startRun(service.client, selection({ order: [order], action: 'void' }));
  expect(exitCodeOf(await service.client.bulkrun.cancel(id))).toBe(3);
  const again = await startRun(service.client, selection({ order: [order], action: 'void' }));
  await through(again.id);
  expect(exitCodeOf(await service.client.bulkrun.get(again.id))).toBe(0);
});

test('which orders are meant is said in one way, and an option is name=value', () => {
  const usage = expect.objectContaining({ exitCode: 2 });
  expect(() => startRun(service.client, selection({}))).toThrow(usage);
  expect(() => startRun(service.client, selection({ select: 'id = 1', order: [1] }))).toThrow(usage);
  expect(() => startRun(service.client, selection({ select: 'id = 1', option: ['reason'] }))).toThrow(usage);
});

test('of the orders that went wrong only some are shown, and how all of them are', async () => {
  const part_id = await shop.part({}, 1);
  for (let i = 0; i < 6; i += 1) await shop.order([{ part_id, qty: 9 }], { note: 'six' });
  const { id } = await startRun(service.client, selection({ select: 'note = "six"' }));
  await through(id);
  const run = await service.client.bulkrun.get(id);
  const wrong = await failuresOf(service.client, id);
  expect(wrong).toHaveLength(5);
  expect(runText(run, wrong, terminal)).toMatch(`\nTo list all: conveyor bulk orders ${id} --outcome warned\n`);
  expect((await ordersOf(service.client, id, { outcome: 'warned', limit: 10 })).records).toHaveLength(6);
  expect(runText({ ...run, warned: 5 }, wrong, terminal)).not.toContain('To list all');
});

test('the newest runs are listed, and that there are more is said', async () => {
  const order = await shop.order([], {});
  for (let i = 0; i < 3; i += 1)
    await startRun(service.client, selection({ order: [order], action: 'hold', option: [`reason=${i}`] }));
  const { total, records } = await newestRuns(2);
  expect(records.map(({ id }) => id)).toEqual([records[0]!.id, records[0]!.id - 1]);
  expect(listText({ total, records }, terminal)).toContain(`\n2 of ${total}; --limit shows more.\n`);
});
