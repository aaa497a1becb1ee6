import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { recordHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { untilEnd } from '../../support/until-end.ts';
import { currentDetails, outcomeShown, until } from '../support/engine.ts';
import { spawnWorker } from '../support/spawn-worker.ts';
import { wholeEngine } from '../support/whole-engine.ts';

/** An autowork with `on_stock: "continue"` waits where its order is short, and does the rest when the stock arrives. */

let worker: ChildProcess;
const processes: ChildProcess[] = [];

const engine = await untilEnd(wholeEngine({ worker: false, watch: { interval: 0.2, pause: 0.2 } }));
worker = await workerProcess();
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
});

async function workerProcess(): Promise<ChildProcess> {
  const child = await spawnWorker(engine.testService.url, engine.testService.engineKey);
  processes.push(child);
  return child;
}

const workflowOf = (autowork: number) => engine.temporal.workflow.getHandle(`autowork/${autowork}`);
const autoworkOf = (id: number) => engine.shop.get(`/autowork/${id}`);
const waiting = (id: number) => until(async () => (await autoworkOf(id)).state === 'waiting', 'the wait');
const ended = async (id: number) => {
  await until(async () => (await autoworkOf(id)).state === 'done', 'the end');
  await workflowOf(id).result();
  return autoworkOf(id);
};

/** Issues an order of 5 with 3 in stock, and requests an autowork of it that waits for stock. */
async function short(body: object = {}, stock = 3) {
  const { shop } = engine;
  const part = await shop.part({}, stock);
  const order = await shop.issued([{ part_id: part, qty: 5 }]);
  const [line] = await shop.get(`/salesorder/${order}/line`);
  return { part, order, line: line.id as number, ...(await request(order, body)) };
}

async function request(order: number, body: object = {}) {
  await engine.testService.client.salesorder.autowork(order, { on_stock: 'continue', ...body });
  const [{ id }] = (await engine.shop.get(`/autowork?order_id=${order}&sort=-id&perPage=1`)).data;
  return { id: id as number };
}

test('it does what is in stock, waits for the rest where people see it, and does that when it arrives', async () => {
  const { shop, testService } = engine;
  const { part, order, id } = await short();
  await waiting(id);
  expect(await shop.counters(order, 'qty_picked_up')).toEqual([3]);
  const { number } = await shop.get(`/part/${part}`);
  expect(await autoworkOf(id)).toMatchObject({
    waiting_for: `stock: 2 of part ${number}`,
    outcome: null,
    tasks: [{ outcome: 'partial', code: 'stock.short' }, { outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }],
  });
  const progress = await shop.progress(order);
  expect(progress).toMatchObject({ state: 'waiting', autowork: { id, state: 'waiting' } });
  expect(progress.waiting_for).toMatch(new RegExp(`^stock: 2 of part ${number}; autowork ${id}, .* then continues$`));
  expect(progress.next[0].why).toContain('the order goes on by itself');
  await until(async () => (await outcomeShown(workflowOf(id))) === 'waiting', 'the search attribute');
  expect(await currentDetails(workflowOf(id))).toContain(`Waits for stock: 2 of part ${number}, and then continues`);
  const answer = (await shop.get(`/autowork/${id}`)).background_id;
  expect(await shop.get(`/background/${answer}`)).toMatchObject({ state: 'running', answer: null });

  await shop.stock(part, 1);
  await shop.stock(part, 1);
  expect(await ended(id)).toMatchObject({ outcome: 'done', code: null, waiting_for: null });
  recordHistory('autowork-waits-for-stock', await historyOf(workflowOf(id)));
  expect(await shop.status(order)).toBe('Fulfilled');
  expect(await shop.counters(order, 'qty_picked_up')).toEqual([5]);
  expect(await shop.get(`/background/${answer}`)).toMatchObject({
    state: 'done',
    answer: { body: { outcome: 'done' } },
  });
  const events = (await shop.get(`/salesorder/${order}/timeline`)).map(({ event }: { event: string }) => event);
  expect(events.filter((event: string) => event.startsWith('autowork.'))).toEqual([
    'autowork.created',
    'autowork.waiting',
    'autowork.finished',
  ]);
  expect(await testService.verify()).toEqual([]);
});

test('part of a line is worked once: the round after the wait does only what is left of it', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 1);
  const order = await shop.issued([
    { part_id: part, qty: 5 },
    { part_id: await shop.part(), qty: 1 },
  ]);
  const [line] = await shop.get(`/salesorder/${order}/line`);
  const { id } = await request(order, { line_details: [{ transactionline_id: line.id, qty: 2 }] });
  await waiting(id);
  // The other line stays short: it does not belong to the autowork.
  await shop.stock(part, 4);
  expect(await ended(id)).toMatchObject({ outcome: 'done' });
  expect(await shop.counters(order, 'qty_picked_up')).toEqual([2, 0]);
});

test('a later autowork does not wait for one that waits; without on_stock it reports the shortage as before', async () => {
  const { shop, testService } = engine;
  const { part, order, id } = await short({}, 0);
  await waiting(id);
  const report = await testService.client.salesorder.autowork(order, {});
  await expect(testService.client.background.finished(report)).rejects.toMatchObject({ code: 'stock.short' });
  await shop.stock(part, 5);
  expect(await ended(id)).toMatchObject({ outcome: 'done' });
  expect(await shop.counters(order, 'qty_picked_up')).toEqual([5]);
});

test('a hold meanwhile does not end it; a void, a cancellation and a person who takes it back do', async () => {
  const { shop } = engine;
  const [held, voided, canceled, withdrawn] = [await short(), await short(), await short(), await short({}, 0)];
  for (const { id } of [held, voided, canceled, withdrawn]) await waiting(id);

  await shop.done(`/salesorder/${held.order}/hold`, { reason: 'Count' });
  await shop.stock(held.part, 2);
  await until(async () => /^the release of/.test((await autoworkOf(held.id)).waiting_for), 'the wait for the release');
  await shop.done(`/salesorder/${held.order}/release`);
  expect(await ended(held.id)).toMatchObject({ outcome: 'done' });

  await shop.done(`/salesorder/${voided.order}/closeshort`);
  expect(await ended(voided.id)).toMatchObject({ outcome: 'partial', code: 'order.state' });

  await workflowOf(canceled.id).cancel();
  expect(await ended(canceled.id)).toMatchObject({ outcome: 'partial', code: 'autowork.canceled' });

  const answer = await shop.done(`/autowork/${withdrawn.id}/cancel`);
  expect(answer).toMatchObject({ state: 'done', outcome: 'refused', code: 'autowork.canceled' });
  expect(await ended(withdrawn.id)).toMatchObject({ code: 'autowork.canceled', waiting_for: null });
  await shop.stock(withdrawn.part, 5);
  expect(await shop.counters(withdrawn.order, 'qty_picked')).toEqual([0]);
  expect(await shop.progress(withdrawn.order)).toMatchObject({ autowork: null });
});

test('neither the kill of its worker nor the end of its workflow loses it, and nothing is done twice', async () => {
  const { shop, testService } = engine;
  const all = [await short(), await short(), await short()] as const;
  for (const { id } of all) await waiting(id);
  const [killed, terminated, deleted] = all;

  await workflowOf(terminated.id).terminate('by mistake');
  await until(async () => (await workflowOf(terminated.id).describe()).status.name === 'RUNNING', 'another workflow');
  await waiting(terminated.id);

  worker.kill('SIGKILL');
  await once(worker, 'exit');
  // Without the watch, the signal of the stock finds no workflow and starts one.
  await workflowOf(deleted.id).terminate('while nobody looks');
  for (const { part } of all) await shop.stock(part, 2);
  worker = await workerProcess();
  for (const { id, order } of all) {
    expect(await ended(id)).toMatchObject({ outcome: 'done' });
    expect(await shop.counters(order, 'qty_picked_up')).toEqual([5]);
    const made = await testService.sql.query(
      'select distinct pick_id from pickline where order_id = $1 and pick_id is not null',
      [order],
    );
    expect(made.rows).toHaveLength(2);
  }
  expect(killed.id).toBeGreaterThan(0);
  expect(await testService.verify()).toEqual([]);
}, 120_000);
