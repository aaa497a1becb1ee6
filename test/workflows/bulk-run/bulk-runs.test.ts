import type { Client } from '@temporalio/client';
import { describe, expect, test } from 'vitest';
import { event } from '../../../workflows/bulk-run/messages.ts';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import type { Shop } from '../../support/shop.ts';
import type { TestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';
import { currentDetails, outcomeShown, summaries, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

let service: TestService;
let shop: Shop;
let temporal: Client;

const engine = await untilEnd(
  wholeEngine({
    config:
      'rules:\n  - { name: All automatic, then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }\n',
  }),
);
({ testService: service, shop, temporal } = engine);
await shop.cartontype();
const part_id = await shop.part({}, 100_000);

const drafts = async (count: number) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await shop.order([{ part_id, qty: 1 }]));
  return ids;
};
const start = (body: object) => shop.done('/bulkrun', body);
const see = (run: number) => shop.get(`/bulkrun/${run}`);
const ended = (run: number) =>
  until(async () => ['done', 'canceled'].includes((await see(run)).state), `the end of ${run}`);
const handleOf = (run: number) => temporal.workflow.getHandle(bulkRunWorkflowId(run));
const attributes = async (workflowId: string) => {
  const { typedSearchAttributes } = await temporal.workflow.getHandle(workflowId).describe();
  return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
};

describe('a bulk run', () => {
  test('continues in a new history before one is long, and does each order once', { timeout: 120_000 }, async () => {
    const ids = await drafts(260);
    const { id } = await start({ order_id: ids, action: 'hold', options: { reason: 'Count' }, rate: 10 });
    await until(async () => (await see(id)).done > 0, 'its start');
    const { runId } = await handleOf(id).describe();
    const firstRun = temporal.workflow.getHandle(bulkRunWorkflowId(id), runId, { followRuns: false });
    // Events fill the history while the run is at its first orders: 1,500 of them without 25,000 orders.
    const events = () =>
      Promise.allSettled(Array.from({ length: 100 }, () => firstRun.signal(event, { event: 'bulkrun.modified' })));
    while ((await firstRun.describe()).historyLength < 1_500) await events();
    await until(async () => (await firstRun.describe()).status.name === 'CONTINUED_AS_NEW', 'the new history');
    await shop.done(`/bulkrun/${id}/rate`, { rate: null });
    await handleOf(id).result();
    expect(await see(id)).toMatchObject({ state: 'done', done: 260, total: 260 });
    expect((await firstRun.describe()).historyLength).toBeLessThan(2_000);
    for (const attempts of (await service.sql.query('select attempts from bulkrunorder where bulkrun_id = $1', [id]))
      .rows)
      expect(attempts).toEqual({ attempts: 1 });
  });

  test('issues orders, and the engine drives them from pick to pickup; lists find both by the run', async () => {
    const ids = await drafts(40);
    const { id } = await start({ order_id: ids, action: 'issue' });
    await ended(id);
    await handleOf(id).result();
    expect(await see(id)).toMatchObject({ state: 'done', done: 40, failed: 0 });
    await until(async () => (await shop.status(ids.at(-1)!)) === 'Fulfilled', 'the last order');
    await until(
      async () =>
        (await shop.get(`/salesorder?filter=status.name!="Fulfilled"%26%26id>=${ids[0]}&perPage=0`)).total === 0,
      'all orders',
    );
    expect(await attributes(bulkRunWorkflowId(id))).toMatchObject({ BulkRun: String(id), Outcome: 'done' });
    expect(await attributes(orderWorkflowId(ids[3]!))).toMatchObject({ BulkRun: String(id) });
    const { events } = await handleOf(id).fetchHistory();
    expect(summaries(events!)).toContain('Issue 40 orders, 0 of 40');
    expect(await (await handleOf(id).describe()).staticSummary()).toBe(`Bulk run ${id} · Issue 40 orders`);
    expect(await (await handleOf(id).describe()).staticDetails()).toContain(`(${service.url}/bulkrun/${id}/order)`);
    expect(await (await temporal.workflow.getHandle(orderWorkflowId(ids[3]!)).describe()).staticDetails()).toContain(
      `(${service.url}/salesorder/${ids[3]})`,
    );
    const details = await currentDetails(handleOf(id));
    expect(details).toContain('**done**: issue, 40 of 40 orders');
    expect(details).toContain('| 40 | 0 | 0 | 0 |');
    expect(await service.verify()).toEqual([]);
  });

  test('is paused and resumed at another rate, and a new workflow retries the failed order', async () => {
    const ids = await drafts(12);
    await shop.done(`/salesorder/${ids[11]}/void`);
    const { id } = await start({ order_id: ids, action: 'hold', options: { reason: 'Count' }, rate: 4 });
    await until(async () => (await see(id)).done >= 2, 'some orders');
    await shop.done(`/bulkrun/${id}/pause`);
    await until(async () => (await outcomeShown(handleOf(id))) === 'paused', 'the pause');
    const { done } = await see(id);
    expect(done).toBeLessThan(11);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await see(id)).done).toBe(done);
    await shop.done(`/bulkrun/${id}/rate`, { rate: null });
    await shop.done(`/bulkrun/${id}/resume`);
    await ended(id);
    expect(await see(id)).toMatchObject({ state: 'done', done: 11, failed: 1 });
    await handleOf(id).result();
    const { number } = await shop.see(ids[11]!);
    expect(await currentDetails(handleOf(id))).toMatch(
      new RegExp(`\\| ${number} \\| failed \\| order\\.state: .*Void`),
    );
    recordHistory('bulk-run-paused', await historyOf(handleOf(id)));
    await shop.done(`/bulkrun/${id}/retry`);
    await ended(id);
    expect(await see(id)).toMatchObject({ state: 'done', done: 11, failed: 1 });
  });

  test('does the work of orders by an autowork each, whose end is the outcome', async () => {
    const ids = await drafts(3);
    const { id: issue } = await start({ order_id: ids, action: 'issue', options: {} });
    await ended(issue);
    const waiting = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
    await shop.done(`/salesorder/${waiting}/issue`, { ignore_warnings: 1 });
    const { id } = await start({ order_id: [...ids, waiting], action: 'autowork' });
    await ended(id);
    const { data } = await shop.get(`/bulkrun/${id}/order?sort=id`);
    expect(data.at(-1)).toMatchObject({ order_id: waiting, outcome: 'failed', autowork_id: expect.any(Number) });
    for (const order of ids) await until(async () => (await shop.status(order)) === 'Fulfilled', 'its end');
    expect(await see(id)).toMatchObject({ state: 'done', total: 4, failed: 1 });
    expect(await service.verify()).toEqual([]);
  });

  test('keeps its rate', async () => {
    const ids = await drafts(10);
    const began = Date.now();
    const { id } = await start({ order_id: ids, action: 'void', rate: 5 });
    await ended(id);
    expect(Date.now() - began).toBeGreaterThan(1_700);
    expect(await see(id)).toMatchObject({ done: 10 });
  });

  test('follows a new rate within five seconds', async () => {
    const ids = await drafts(4);
    const { id } = await start({ order_id: ids, action: 'void', rate: 0.01 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await see(id)).toMatchObject({ state: 'running', done: 0 });
    await shop.done(`/bulkrun/${id}/rate`, { rate: null });
    await ended(id);
    expect(await see(id)).toMatchObject({ done: 4 });
  });

  test('stops waiting for its turn when it is canceled', async () => {
    const ids = await drafts(2);
    const { id } = await start({ order_id: ids, action: 'void', rate: 0.01 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await shop.done(`/bulkrun/${id}/cancel`)).toMatchObject({ skipped: 2 });
    expect(await handleOf(id).result()).toMatchObject({ state: 'canceled', done: 0 });
  });

  test('is canceled in progress: finished orders stay as they are, the rest is skipped, and its workflow ends', async () => {
    const ids = await drafts(20);
    const { id } = await start({ order_id: ids, action: 'void', rate: 5 });
    await until(async () => (await see(id)).done >= 2, 'some orders');
    const { done, skipped } = await shop.done(`/bulkrun/${id}/cancel`);
    // At most four orders of a run are in progress at once.
    expect(done + skipped).toBeGreaterThanOrEqual(16);
    expect(await handleOf(id).result()).toMatchObject({ state: 'canceled' });
    const now = await see(id);
    expect(now.done + now.skipped).toBe(20);
    expect(await outcomeShown(handleOf(id))).toBe('canceled');
  });
});
