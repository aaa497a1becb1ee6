import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import { scheduledRunType } from '../../../workflows/contract/scheduled-run.ts';
import { taskQueue } from '../../../workflows/contract/task-queues.ts';
import { byHand, event, progress } from '../../../workflows/order/messages.ts';
import { recordHistory } from '../../histories/files.ts';
import { parseHistory } from '../../histories/parse-history.ts';
import { historyOf } from '../../histories/record.ts';
import { currentDetails, until } from '../support/engine.ts';
import { OwnTemporal } from '../support/own-temporal.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** Workflows that continue in a new history, on a Temporal server that suggests one after twenty events, not 4,096. */
const config = `rules:
  - { name: The engine packs after a while, after: 2s at pack, when: priority = 1, then: { pack: automatic } }
  - { name: Picked on the next day, when: priority = 2, then: { pick: automatic, not_before: { pick: tomorrow } } }
  - { name: A last look, before: pickup, when: priority = 1, then: { note: Call the customer } }
`;

let own: OwnTemporal;
let engine: WholeEngine;

beforeAll(async () => {
  own = await OwnTemporal.start({ 'limit.historyCount.suggestContinueAsNew': 20 });
  engine = await wholeEngine({ config, place: { address: own.address, namespace: 'default' } });
}, 120_000);
afterAll(async () => {
  await engine?.stop();
  await own?.remove();
});

/** Waits until another run of the workflow has the place of this one. @returns its id */
async function nextRun(workflowId: string, runId: string): Promise<string> {
  const latest = async () => (await engine.temporal.workflow.getHandle(workflowId).describe()).runId;
  await until(async () => (await latest()) !== runId, 'the new history');
  return latest();
}

/** Signals an order until its history is long. @returns the ids of that run and of the next one */
async function continued(handle: WorkflowHandle, name = 'salesorder.modified'): Promise<[string, string]> {
  const { runId } = await handle.describe();
  for (let times = 0; (await handle.describe()).runId === runId && times < 20; times++) {
    await handle.signal(event, { event: name });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return [runId, await nextRun(handle.workflowId, runId)];
}

async function recordRuns(workflowId: string, [first, second]: readonly string[], kind: string): Promise<void> {
  const run = (runId: string | undefined) =>
    engine.temporal.workflow.getHandle(workflowId, runId, { followRuns: false });
  for (const [name, runId] of [
    [`${kind}-ends-a-history`, first],
    [`${kind}-continued`, second],
  ] as const)
    recordHistory(name, await historyOf(run(runId)));
}

test('an order continues with the steps that are done, its wait, its rules and its decisions', {
  timeout: 90_000,
}, async () => {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }], { priority: 1 });
  const handle = engine.orderOf(id);
  await until(async () => (await handle.query(progress).catch(() => null))?.step === 'pick', 'the pick');
  await shop.through([id], 'pick');
  // The rule about the wait at pack is evaluated, and somebody packs: the next step waits.
  await until(async () => (await handle.query(progress)).step === 'ship', 'the ship');
  const ada = { first_name: 'Ada', last_name: 'Palmer', email: 'ada@example.com', usertype: 'API', permissions: ['*'] };
  const { id: by } = await shop.done('/user', ada);
  const { since } = await handle.executeUpdate(byHand, { args: [{ by, step: 'pickup' }] });
  const [first, next] = await continued(handle);
  await until(async () => (await handle.query(progress)).state === 'waiting', 'the wait');
  expect(await handle.query(progress)).toMatchObject({ step: 'ship', since });
  expect(await currentDetails(handle)).toContain('Ada Palmer set pickup by hand');
  await shop.through([id], 'ship', 'pickup');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  await recordRuns(handle.workflowId, [first, next], 'order');
});

test('an order that waits for its moment continues with it', { timeout: 90_000 }, async () => {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }], { priority: 2 });
  const handle = engine.orderOf(id);
  await until(async () => (await handle.query(progress).catch(() => null))?.state === 'waiting', 'the timer');
  const runs = await continued(handle);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  await recordRuns(handle.workflowId, runs, 'order-with-a-moment');
});

test('a waiting draft that may have ended is read first in the new history', { timeout: 90_000 }, async () => {
  const { shop, testService } = engine;
  const id = await shop.order([{ part_id: await shop.part({}), qty: 1 }]);
  await testService.call('POST', `/salesorder/${id}/issue`, { when: 'possible' });
  const handle = engine.orderOf(id);
  await until(async () => (await handle.query(progress).catch(() => null))?.state === 'waiting', 'the stock');
  const [, next] = await continued(handle, 'salesorder.unissued');
  const run = engine.temporal.workflow.getHandle(handle.workflowId, next, { followRuns: false });
  await shop.done(`/salesorder/${id}/unissue`);
  expect(await handle.result()).toEqual({ outcome: 'unissued' });
  expect(parseHistory(JSON.parse(await historyOf(run))).input).toMatchObject({
    stale: true,
    issue: { by: 'Administrator' },
  });
});

test('a bulk run continues with its totals and its notes', { timeout: 90_000 }, async () => {
  const { shop } = engine;
  const part_id = await shop.part({}, 100);
  const order_id: number[] = [];
  while (order_id.length < 20) order_id.push(await shop.order([{ part_id, qty: 1 }]));
  const { id } = await shop.done('/bulkrun', { order_id, action: 'hold', options: { reason: 'Count' }, rate: 1 });
  const handle = engine.temporal.workflow.getHandle(bulkRunWorkflowId(id));
  await until(async () => (await handle.describe().catch(() => null)) !== null, 'its workflow');
  const { runId } = await handle.describe();
  const next = await nextRun(handle.workflowId, runId);
  await shop.done(`/bulkrun/${id}/rate`, { rate: 40 });
  expect(await handle.result()).toMatchObject({ state: 'done', total: 20 });
  await recordRuns(handle.workflowId, [runId, next], 'bulk-run');
});

test('a scheduled run continues with the bulk run that it has started', { timeout: 90_000 }, async () => {
  const { shop } = engine;
  const part_id = await shop.part({}, 100);
  for (let count = 0; count < 12; count++) await shop.order([{ part_id, qty: 1 }], { priority: 5 });
  const run = { action: 'hold', select: 'priority = 5', options: { reason: 'Count' }, rate: 1 };
  const handle = await engine.temporal.workflow.start(scheduledRunType, {
    workflowId: 'schedule/Count-2026-11-27T02:30:00Z',
    taskQueue,
    args: [{ schedule: 'Count', note: 'Every night', run }],
  });
  const { runId } = await handle.describe();
  const next = await nextRun(handle.workflowId, runId);
  expect(await handle.result()).toMatchObject({ state: 'done', total: 12 });
  await recordRuns(handle.workflowId, [runId, next], 'scheduled-run');
});
