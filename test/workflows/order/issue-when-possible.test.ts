import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancel, ignoreWarnings, progress } from '../../../workflows/order/messages.ts';
import { currentDetails, eventTypes, until } from '../support/engine.ts';
import { spawnWorker } from '../support/spawn-worker.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** Waiting drafts on the service, its relay and a real Temporal server, with a worker that is killed. */

/** Orders that are asked for; three of ten are short. 1,000 take minutes. */
const count = Number(process.env.CONVEYOR_WAITING_ORDERS ?? 30);

/** Milliseconds within which an order goes on after its stock has arrived, where its worker lives. */
const longestWait = 2_000;

const config = `rules:
  - { name: Everything by itself, when: priority = 1, then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

let engine: WholeEngine;
let worker: ChildProcess;

beforeAll(async () => {
  engine = await wholeEngine({ config, worker: false, watch: {} });
  await startWorker();
}, 120_000);
afterAll(async () => {
  worker.kill('SIGKILL');
  expect(await engine.testService.verify()).toEqual([]);
  await engine.stop();
});

async function startWorker(): Promise<void> {
  worker = await spawnWorker(engine.testService.url, engine.testService.engineKey);
}

async function killWorker(): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

const ask = (id: number, body: object = {}) =>
  engine.testService.call('POST', `/salesorder/${id}/issue`, { when: 'possible', ...body });

const draftOf = (part_id: number, qty: number) => engine.shop.order([{ part_id, qty }], { priority: 1 });

/** Creates a waiting draft, and waits until its workflow waits too. */
async function waiting(partId: number, qty: number, body: object = {}): Promise<number> {
  const id = await draftOf(partId, qty);
  expect((await ask(id, body)).status).toBe(202);
  await waits([id]);
  return id;
}

const waits = async (ids: readonly number[]) => {
  for (const id of ids) {
    const state = async () => (await engine.orderOf(id).query(progress)).state;
    await until(async () => (await state().catch(() => null)) === 'waiting', `order ${id} to wait`);
  }
};

const fulfilled = (id: number) => until(async () => (await engine.shop.status(id)) === 'Fulfilled', `order ${id}`);

test('an order that waits once for its stock has at most 25 events, and goes on within two seconds', async () => {
  const part = await engine.shop.part({}, 2);
  const id = await waiting(part, 5);
  expect(await engine.shop.progress(id)).toMatchObject({ status: 'Draft', step: 'issue', state: 'waiting' });
  const arrived = Date.now();
  await engine.shop.stock(part, 3);
  await until(async () => (await engine.shop.status(id)) !== 'Draft', 'the issue');
  expect(Date.now() - arrived).toBeLessThan(longestWait);
  await fulfilled(id);
  const handle = engine.orderOf(id);
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  const { length } = await eventTypes(handle);
  if (process.env.PRINT_FIGURES) console.log(`${length} events`);
  expect(length).toBeLessThanOrEqual(25);
  expect(await currentDetails(handle)).toContain('| issue | done | Administrator |');
});

test('an order issued at once by the same call has as many events as ever', async () => {
  const part = await engine.shop.part({}, 10);
  const [now, whenPossible] = [await draftOf(part, 2), await draftOf(part, 2)];
  await engine.testService.call('POST', `/salesorder/${now}/issue`);
  expect((await ask(whenPossible)).status).toBe(200);
  for (const id of [now, whenPossible]) await fulfilled(id);
  for (const id of [now, whenPossible]) await engine.orderOf(id).result();
  expect(await eventTypes(engine.orderOf(whenPossible))).toEqual(await eventTypes(engine.orderOf(now)));
  expect(await currentDetails(engine.orderOf(whenPossible))).toContain('| issue | done | Administrator |');
});

test(`of ${count} orders three in ten are short: each goes on with its delivery, none twice, with a killed worker`, async () => {
  const { shop, testService } = engine;
  const plenty = await shop.part({}, count * 2);
  const shorts = [await shop.part({}), await shop.part({}), await shop.part({})];
  const ids: number[] = [];
  const byPart = new Map<number, number[]>(shorts.map((part) => [part, []]));
  for (let number = 0; number < count; number++) {
    const part = number % 10 < 3 ? shorts[number % 10]! : plenty;
    const id = await draftOf(part, 2);
    expect((await ask(id)).status).toBe(part === plenty ? 200 : 202);
    byPart.get(part)?.push(id);
    ids.push(id);
  }
  await waits([...byPart.values()].flat());
  for (const [round, part] of shorts.entries()) {
    const own = byPart.get(part)!;
    // The worker dies before, at, and after a delivery.
    if (round === 1) await killWorker();
    // Temporal offers the next task of a workflow to the worker that had the last one, for ten seconds: here, a dead one.
    if (round === 2) await waits(own);
    const arrived = Date.now();
    await shop.stock(part, own.length * 2);
    if (round === 1) await startWorker();
    else {
      for (const id of own) await until(async () => (await shop.status(id)) !== 'Draft', `the issue of order ${id}`);
      const each = Math.max(longestWait, own.length * 100);
      expect(Date.now() - arrived, `delivery ${round}`).toBeLessThan(each);
      if (round === 0) {
        await killWorker();
        await startWorker();
      }
    }
  }
  for (const id of ids) await fulfilled(id);
  const { rows } = await testService.sql.query(
    `select o.id from salesorder o join event_log l on l.object_id = o.id join event e on e.id = l.event_id and e.name = 'salesorder.issued'
     where o.id = any($1) group by o.id having count(*) > 1`,
    [ids],
  );
  expect(rows).toEqual([]);
  for (const id of ids) expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
}, 600_000);

test('a date, its end, and the decisions of operators', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 4);
  const dated = await draftOf(part, 1);
  const soon = new Date(Date.now() + 2_000).toISOString();
  expect((await ask(dated, { not_before: soon })).status).toBe(202);
  const [ended, back] = [await shop.part({}), await shop.part({})];
  const given = await draftOf(ended, 1);
  expect((await ask(given, { give_up_at: soon })).status).toBe(202);
  const taken = await waiting(back, 1);
  await engine.orderOf(taken).executeUpdate(cancel, { args: [{ by: 1 }] });
  expect(await engine.orderOf(taken).result()).toEqual({ outcome: 'unissued' });
  expect([await shop.status(taken), (await shop.see(taken)).issue_requested_at]).toEqual(['Draft', null]);
  await fulfilled(dated);
  await until(async () => (await shop.progress(given)).state === 'attention', 'the end of the time');
  await until(async () => (await engine.orderOf(given).query(progress)).state === 'attention', 'the workflow');
  await engine.orderOf(given).executeUpdate(ignoreWarnings, { args: [{ by: 1 }] });
  await until(async () => (await shop.status(given)) === 'Issued', 'the issue');
  expect(await currentDetails(engine.orderOf(given))).toContain('ignoring stock.short |');
  await shop.stock(ended, 1);
  await fulfilled(given);
});

test('a draft that is edited, voided or deleted, or whose workflow is terminated', async () => {
  const { shop } = engine;
  const part = await shop.part({});
  const [edited, voided, deleted, lost] = [
    await waiting(part, 5),
    await waiting(part, 5),
    await waiting(part, 5),
    await waiting(part, 9),
  ];
  await shop.done(`/salesorder/${voided}/void`);
  expect(await engine.orderOf(voided).result()).toEqual({ outcome: 'voided' });
  await shop.done(`/salesorder/${deleted}`, undefined, 'DELETE');
  expect(await engine.orderOf(deleted).result()).toEqual({ outcome: 'deleted' });
  await shop.stock(part, 2);
  const [line] = await shop.get(`/salesorder/${edited}/line`);
  await shop.done(`/salesorder/${edited}/line/${line.id}`, { qty: 2 }, 'PUT');
  await fulfilled(edited);
  await engine.orderOf(lost).terminate('by mistake');
  await shop.done(`/salesorder/${lost}/retry`, {});
  await until(
    async () => (await engine.orderOf(lost).describe()).status.name === 'RUNNING',
    'the workflow to start again',
  );
  await waits([lost]);
  await shop.stock(part, 9);
  await fulfilled(lost);
});
