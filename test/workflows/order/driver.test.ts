import { afterAll, expect, test } from 'vitest';
import { orderStart } from '../../../workflows/contract/order.ts';
import type { order } from '../../../workflows/order/workflow.ts';
import { untilEnd } from '../../support/until-end.ts';
import { byHand, orderInput, outcomeShown, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

// No watch: each order here has to find its driver again by the next event, or by a person.
const config = `rules:
  - { name: Pack and the rest by itself, when: lines.part.upc = "half", then: { pack: automatic, ship: automatic, pickup: automatic } }
  - { name: Everything by itself, when: lines.part.upc = "whole", then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

const engine = await untilEnd(wholeEngine({ config }));
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
});

/** Returns an order that waits for its pick by hand, and whose other steps are automatic. */
async function waitingOrder(): Promise<number> {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({ upc: 'half' }, 20), qty: 2 }]);
  await until(async () => (await outcomeShown(engine.orderOf(id)).catch(() => null)) === 'waiting', 'the workflow');
  return id;
}

const statusOf = async (id: number) => (await engine.orderOf(id).describe()).status.name;
const eventsOf = async (id: number): Promise<string[]> =>
  (await engine.shop.get(`/salesorder/${id}/timeline`)).map(({ event }: { event: string }) => event);
const outboxIsEmpty = () =>
  until(async () => (await engine.testService.sql.query('select 1 from outbox')).rowCount === 0, 'the relay');

/** Picks the order by hand, and expects that the engine does the rest, each step once. */
async function endsOnce(id: number): Promise<void> {
  const { shop } = engine;
  await shop.through([id], 'pick');
  await until(async () => (await shop.status(id)) === 'Fulfilled', `order ${id} to be fulfilled`);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
  const events = await eventsOf(id);
  for (const event of ['pick.finished', 'pack.finished', 'ship.finished', 'pickup.created']) {
    expect(events.filter((name) => name === event)).toEqual([event]);
  }
}

test('a terminated workflow starts again with the next event, and does nothing twice', async () => {
  const { shop } = engine;
  const id = await waitingOrder();
  await engine.orderOf(id).terminate('by mistake');
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
  await until(async () => (await statusOf(id)) === 'RUNNING', 'the workflow to start again');
  await until(async () => (await outcomeShown(engine.orderOf(id))) === 'held', 'the workflow to know of the hold');
  await shop.done(`/salesorder/${id}/release`);
  await endsOnce(id);
  expect(await eventsOf(id)).toContain('salesorder.driven');
});

test('a deleted workflow starts again with the next event', async () => {
  const { shop, temporal } = engine;
  const id = await waitingOrder();
  const { workflowId, runId } = await engine.orderOf(id).describe();
  const { namespace } = temporal.options;
  await temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
  await until(async () => (await statusOf(id).catch(() => null)) === null, 'the workflow to be deleted');
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
  await shop.done(`/salesorder/${id}/release`);
  await until(async () => (await statusOf(id).catch(() => null)) === 'RUNNING', 'the workflow to start again');
  await endsOnce(id);
});

test('a canceled workflow reports it, stays canceled after other events, and starts with a retry', async () => {
  const { shop } = engine;
  const id = await waitingOrder();
  await engine.orderOf(id).cancel();
  await until(async () => (await statusOf(id)) === 'CANCELLED', 'the workflow to end');
  await until(async () => (await outcomeShown(engine.orderOf(id))) === 'abandoned', 'the list to show it');
  const progress = await shop.progress(id);
  expect(progress).toMatchObject({ state: 'attention', engine: 'missing' });
  expect(progress.waiting_for).toContain('Somebody canceled the workflow of the order');
  expect(progress.next[0]).toMatchObject({ path: `/salesorder/${id}/drive` });
  await shop.through([id], 'pick');
  await outboxIsEmpty();
  expect(await statusOf(id)).toBe('CANCELLED');
  expect((await shop.progress(id)).state).toBe('attention');
  await shop.done(`/salesorder/${id}/retry`, { by: 'Ana' });
  await until(async () => (await shop.status(id)) === 'Fulfilled', 'the order to be fulfilled');
  expect(await eventsOf(id)).toEqual(expect.arrayContaining(['salesorder.attention', 'salesorder.driven']));
});

test('the engine without a permission repeats the call visibly, and goes on when it has the permission', async () => {
  const { shop, testService } = engine;
  const { rows } = await testService.sql.query<{ id: number }>(
    `select a.id from account a join usertype t on t.id = a.usertype_id where t.name = 'Engine'`,
  );
  const user = rows[0]!.id;
  const permit = (...permissions: string[]) => testService.client.user.update(user, { permissions });
  const id = await waitingOrder();
  await permit('task.perform');
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
  const isTried = async () =>
    ((await engine.orderOf(id).describe()).raw.pendingActivities ?? []).some(
      ({ activityType, lastFailure }) =>
        activityType?.name === 'readProgress' && lastFailure?.message?.includes('needs the permission salesorder.read'),
    );
  await until(isTried, 'a visible attempt');
  expect(await statusOf(id)).toBe('RUNNING');
  await permit('*');
  await shop.done(`/salesorder/${id}/release`);
  await endsOnce(id);
});

test('a person has an order driven again, and a second request changes nothing', async () => {
  const id = await waitingOrder();
  await engine.orderOf(id).terminate('by mistake');
  const { client } = engine.testService;
  await client.salesorder.drive(id, { by: 'Ana' });
  await until(async () => (await statusOf(id)) === 'RUNNING', 'the workflow to start again');
  const { runId } = await engine.orderOf(id).describe();
  await client.salesorder.drive(id, {});
  await outboxIsEmpty();
  expect((await engine.orderOf(id).describe()).runId).toBe(runId);
  await endsOnce(id);
  expect(await engine.shop.refused(`/salesorder/${id}/drive`, {})).toBe('409 order.state');
});

test('an event of an order that is over starts no workflow', async () => {
  const { shop, testService } = engine;
  const id = await waitingOrder();
  await shop.done(`/salesorder/${id}/void`, {});
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'voided' });
  await testService.sql.query(`insert into outbox (workflow_id, kind, payload) values ($1, 'signal', $2)`, [
    `order/${id}`,
    { event: 'salesorder.held' },
  ]);
  await outboxIsEmpty();
  expect(await statusOf(id)).toBe('COMPLETED');
  expect(await eventsOf(id)).not.toContain('salesorder.driven');
});

test('the workflow of an order that the service does not know ends', async () => {
  const { temporal } = engine;
  const start = orderStart(orderInput(byHand, { orderId: 2_000_000 }));
  const workflow = await temporal.workflow.start<typeof order>('order', start);
  expect(await workflow.result()).toEqual({ outcome: 'unknown' });
});

test('a decision before the workflow starts counts, although the start was written before it', async () => {
  const { shop } = engine;
  const startAgain = await engine.stopWorkers();
  const id = await shop.issued([{ part_id: await shop.part({ upc: 'whole' }, 20), qty: 2 }]);
  await shop.done(`/salesorder/${id}/byhand`, { step: 'pick', by: 'Ana' });
  await startAgain();
  await until(async () => (await outcomeShown(engine.orderOf(id)).catch(() => null)) === 'waiting', 'the workflow');
  expect(await shop.counters(id, 'qty_picked')).toEqual([0]);
});

test('an order whose pickup is taken back gets another workflow, which waits for a person', async () => {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({ upc: 'whole' }, 20), qty: 2 }]);
  await until(async () => (await shop.status(id)) === 'Fulfilled', 'the pickup');
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  const [pickup] = (await shop.see(id, 'pickups')).pickups;
  await shop.done(`/pickup/${pickup.id}/undo`, { reason: 'The van was full' });
  await until(async () => (await outcomeShown(engine.orderOf(id))) === 'waiting', 'the wait for a person');
  expect(await shop.progress(id)).toMatchObject({ state: 'waiting', step: 'pickup' });
  await shop.through([id], 'pickup');
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});
