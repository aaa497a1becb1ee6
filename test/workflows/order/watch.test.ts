import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { autoworkWorkflowId } from '../../../workflows/contract/autowork.ts';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { outcomeShown, until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

const config = `webhooks: { retry_every: 2s, allow_networks: [127.0.0.1] }
rules:
  - { name: The rest by itself, when: lines.part.upc = "half", then: { pack: automatic, ship: automatic, pickup: automatic } }
`;

let engine: WholeEngine;
/** Statuses that the target of webhooks answers, and the requests that it got. */
let targetStatus = 500;
const requests: { path: string; attempt: string }[] = [];
const target = createServer((request, response) => {
  requests.push({ path: request.url!, attempt: String(request.headers['webhook-id']) });
  response.writeHead(targetStatus).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  engine = await wholeEngine({
    config,
    watch: { interval: 0.3, pause: 0.3 },
    worker: { webhooks: { timeoutSeconds: 2, allowNetworks: ['127.0.0.1'] } },
  });
});
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
  await engine.stop();
  target.close();
});

async function waitingOrder(): Promise<number> {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({ upc: 'half' }, 20), qty: 2 }]);
  await until(async () => (await outcomeShown(engine.orderOf(id)).catch(() => null)) === 'waiting', 'the workflow');
  return id;
}

const handleOf = (workflowId: string) => engine.temporal.workflow.getHandle(workflowId);
const statusOf = async (workflowId: string) => (await handleOf(workflowId).describe()).status.name;
const timelineOf = (id: number): Promise<{ event: string; detail: Record<string, string> }[]> =>
  engine.shop.get(`/salesorder/${id}/timeline`);

/** Terminates the workflow, and waits until another run has started. A delivery that is due may end within milliseconds. */
async function terminated(workflowId: string): Promise<void> {
  const handle = handleOf(workflowId);
  const { runId } = await handle.describe();
  await handle.terminate('by mistake');
  await until(async () => (await handle.describe()).runId !== runId, 'the workflow to start again');
}

/** Deletes the last run of the workflow, and waits until Temporal does not know it any more. */
async function deleted(workflowId: string): Promise<void> {
  const { workflowService, options } = engine.temporal;
  const { runId } = await handleOf(workflowId).describe();
  await workflowService.deleteWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId, runId },
  });
  await until(async () => (await statusOf(workflowId).catch(() => null)) === null, 'the deletion');
}

test('a terminated workflow starts again without an event, three times an hour, and then its order is in attention', async () => {
  const { shop } = engine;
  const id = await waitingOrder();
  await until(async () => (await shop.progress(id)).engine === 'running', 'the first look');
  for (let time = 1; time <= 3; time++) await terminated(`order/${id}`);
  await engine.orderOf(id).terminate('once more');
  await until(async () => (await shop.progress(id)).state === 'attention', 'the attention');
  const progress = await shop.progress(id);
  expect(progress).toMatchObject({ engine: 'missing', state: 'attention' });
  expect(progress.waiting_for).toContain('closed 4 times within an hour, the last time as terminated');
  expect(await statusOf(`order/${id}`)).toBe('TERMINATED');
  const timeline = await timelineOf(id);
  expect(timeline.filter(({ event }) => event === 'salesorder.driven').map(({ detail }) => detail.why)).toEqual(
    Array(3).fill('Its workflow was terminated in Temporal.'),
  );
  expect(timeline.at(-1)).toMatchObject({
    event: 'salesorder.attention',
    detail: { code: 'engine.gone', step: 'pick' },
  });

  await shop.done(`/salesorder/${id}/drive`, {});
  await until(async () => (await shop.progress(id)).engine === 'running', 'the start to be accepted');
  await shop.through([id], 'pick');
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
});

test('a deleted workflow starts again without an event, although no list of Temporal has it', async () => {
  const { shop } = engine;
  const [first, second] = [await waitingOrder(), await waitingOrder()];
  for (const id of [first, second]) await deleted(`order/${id}`);
  for (const id of [first, second]) {
    await until(async () => (await statusOf(`order/${id}`).catch(() => null)) === 'RUNNING', 'the workflow');
    await until(async () => (await shop.progress(id)).engine === 'running', 'the start to be accepted');
    const driven = (await timelineOf(id)).filter(({ event }) => event === 'salesorder.driven');
    expect(driven.map(({ detail }) => detail.why)).toEqual(['Its workflow was deleted in Temporal.']);
    await shop.through([id], 'pick');
    expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
    expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
  }
});

test('a workflow that was canceled and then deleted does not start again by itself', async () => {
  const { shop, testService } = engine;
  const [canceled, other] = [await waitingOrder(), await waitingOrder()];
  await engine.orderOf(canceled).cancel();
  await until(async () => (await shop.progress(canceled)).engine === 'missing', 'the watch');
  await deleted(`order/${canceled}`);
  // The watch forgets what it has seen, as after a restore: the attention of the order is left.
  await testService.sql.query('delete from closed_workflow where workflow_id = $1', [`order/${canceled}`]);
  await deleted(`order/${other}`);
  await until(async () => (await statusOf(`order/${other}`).catch(() => null)) === 'RUNNING', 'the other one');
  expect(await statusOf(`order/${canceled}`).catch(() => null)).toBe(null);
  expect(await shop.progress(canceled)).toMatchObject({ state: 'attention' });
  await shop.done(`/salesorder/${canceled}/drive`, {});
  for (const id of [canceled, other]) {
    await shop.through([id], 'pick');
    expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  }
});

test('a canceled workflow does not start again by itself, and the progress says that nobody drives the order', async () => {
  const { shop, testService } = engine;
  const id = await waitingOrder();
  await engine.orderOf(id).cancel();
  const isNoted = async () =>
    (await testService.sql.query('select 1 from closed_workflow where workflow_id = $1 and missing', [`order/${id}`]))
      .rowCount === 1;
  await until(isNoted, 'the watch');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await statusOf(`order/${id}`)).toBe('CANCELLED');
  expect(await shop.progress(id)).toMatchObject({ engine: 'missing', state: 'attention' });
  expect((await timelineOf(id)).filter(({ event }) => event === 'salesorder.attention')).toHaveLength(1);
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
  await until(async () => (await shop.progress(id)).engine === 'running', 'the workflow to start with a decision');
  await shop.done(`/salesorder/${id}/release`);
  await shop.through([id], 'pick');
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('terminated autoworks and bulk runs start again, and end once', async () => {
  const { shop, testService } = engine;
  const worker = await engine.stopWorkers(true);
  const id = await shop.issued([{ part_id: await shop.part({}, 20), qty: 2 }]);
  const request = await testService.client.salesorder.autowork(id, {});
  const [autowork] = (await testService.client.autowork.list({ where: { order_id: id } })).data;
  const orders = [await shop.order([{ part_id: await shop.part({}, 20), qty: 2 }])];
  const run = await shop.done('/bulkrun', { order_id: orders, action: 'hold', options: { reason: 'Count' } });
  const ids = [autoworkWorkflowId(autowork!.id), bulkRunWorkflowId(run.id)];
  for (const workflowId of ids) {
    await until(async () => (await statusOf(workflowId).catch(() => null)) === 'RUNNING', workflowId);
    await terminated(workflowId);
  }
  await worker();
  expect(await testService.client.background.finished(request)).toMatchObject({ outcome: 'done' });
  await until(async () => (await shop.get(`/bulkrun/${run.id}`)).state === 'done', 'the run');
  expect(await shop.get(`/bulkrun/${run.id}`)).toMatchObject({ done: 1, total: 1 });
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
});

test('a bulk run whose workflow is canceled is paused, and goes on when a person resumes it', async () => {
  const { shop } = engine;
  const worker = await engine.stopWorkers(true);
  const order = await shop.order([{ part_id: await shop.part({}, 20), qty: 2 }]);
  const run = await shop.done('/bulkrun', { order_id: [order], action: 'hold', options: { reason: 'Count' } });
  const workflowId = bulkRunWorkflowId(run.id);
  await until(async () => (await statusOf(workflowId).catch(() => null)) === 'RUNNING', workflowId);
  await handleOf(workflowId).cancel();
  await worker();
  await until(async () => (await shop.get(`/bulkrun/${run.id}`)).state === 'paused', 'the pause');
  await shop.done(`/bulkrun/${run.id}/resume`, {});
  await until(async () => (await shop.get(`/bulkrun/${run.id}`)).state === 'done', 'the run');
});

test('a terminated delivery goes on with its next attempt', async () => {
  const { testService, shop } = engine;
  const path = '/terminated';
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}${path}`;
  const { rows } = await testService.sql.query(`select id from event where name = 'customer.created'`);
  await shop.done('/webhook', { url, event_id: rows[0].id });
  await shop.done('/customer', { type: 'Company', name: 'Bon app' });
  const mine = () => requests.filter((request) => request.path === path);
  await until(() => mine().length === 1, 'the first attempt');
  const [delivery] = (await testService.client.webhookdelivery.list({ sort: '-id', perPage: 1 } as never)).data;
  const workflowId = `webhook/${delivery!.webhook_id}/${delivery!.id}`;
  const length = async () =>
    (
      await handleOf(workflowId)
        .describe()
        .catch(() => null)
    )?.historyLength ?? 0;
  await until(async () => (await length()) > 4, 'the wait');
  targetStatus = 204;
  await terminated(workflowId);
  await handleOf(workflowId).result();
  expect(mine()).toHaveLength(2);
  expect(await testService.client.webhookdelivery.get(delivery!.id)).toMatchObject({ state: 'delivered', attempts: 2 });
  recordHistory('webhook-driven-again', await historyOf(handleOf(workflowId)));
});

test('a delivery that used up its attempts does not start again by itself, also while it is sent again', async () => {
  const { testService, shop } = engine;
  targetStatus = 500;
  const path = '/used-up';
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}${path}`;
  const { rows } = await testService.sql.query(`select id from event where name = 'customer.created'`);
  const webhook = await shop.done('/webhook', { url, event_id: rows[0].id });
  await shop.done('/customer', { type: 'Company', name: 'Chop-suey' });
  const log = async () => (await shop.get(`/webhooklog?webhook_id=${webhook.id}&sort=id`)).data;
  const failedAttempts = async () => (await log()).filter(({ outcome }: { outcome: string }) => outcome === 'failed');
  await until(async () => (await failedAttempts()).length === 3, 'the last attempt');
  const [{ id, webhookdelivery_id: delivery }] = await log();
  const handle = handleOf(`webhook/${webhook.id}/${delivery}`);
  await until(async () => (await handle.describe()).status.name === 'FAILED', 'the failure');
  const { runId } = await handle.describe();
  await testService.client.webhooklog.resend(id);
  // The resend waits for its next attempts while the watch sees the failed workflow of the same delivery.
  await until(async () => (await failedAttempts()).length >= 6, 'the resend');
  expect((await handle.describe()).runId).toBe(runId);
  expect(await failedAttempts()).toHaveLength(6);
  targetStatus = 204;
});
