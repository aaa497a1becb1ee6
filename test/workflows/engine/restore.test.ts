import { afterEach, expect, test } from 'vitest';
import { type Reconciliation, reconcile } from '../../../cli/engine/reconcile.ts';
import { type Comparison, compare, type Position } from '../../../service/engine/reconcile.ts';
import { verify } from '../../../service/verify/verify.ts';
import type { RunningWorker } from '../../../worker.ts';
import { copyOfDatabase, type TestDatabase, testDatabase } from '../../support/database.ts';
import { until } from '../support/engine.ts';
import { OwnTemporal } from '../support/own-temporal.ts';
import { registerNamespace } from '../support/test-namespace.ts';
import { type WholeEngine, type WholeEngineOptions, wholeEngine } from '../support/whole-engine.ts';

/** Orders that are issued after the copy was made. */
const lostOrders = Number(process.env.CONVEYOR_RESTORE_ORDERS ?? 10);

// Orders to Berlin are automatic, and all others wait for people. The target of the webhook does not exist.
const config = `
webhooks: { attempts: 3, retry_every: 1h, allow_networks: [127.0.0.1], switch_off_after: 9h }
rules:
  - name: Automatic
    when: ship_city = "Berlin"
    then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic }
`;
const toHamburg = { ship_city: 'Hamburg' };
const webhooks = { timeoutSeconds: 2, allowNetworks: ['127.0.0.1'] };

const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Opens something that the end of the test stops. */
function opened<T extends { stop(): Promise<unknown> }>(one: T): T {
  open.push(one);
  return one;
}

async function database(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const data = await made;
  opened({ stop: () => data.drop() });
  return data;
}

const start = async (options: WholeEngineOptions) => opened(await wholeEngine({ config, worker: false, ...options }));
const startWorker = (engine: WholeEngine): Promise<RunningWorker> => engine.startWorker({ webhooks });

async function stop(engine: WholeEngine): Promise<void> {
  open.splice(open.indexOf(engine), 1);
  await engine.stop();
}

/** Open work of every kind. It has no driver, because there is no worker. */
interface OpenWork {
  readonly partId: number;
  readonly byHand: readonly number[];
  readonly automatic: readonly number[];
  readonly autowork: number;
  readonly bulkRun: number;
  readonly delivery: number;
}

async function openWork({ shop, testService }: WholeEngine): Promise<OpenWork> {
  await shop.cartontype();
  const partId = await shop.part({}, 100_000);
  const lines = [{ part_id: partId, qty: 1 }];
  const { data } = await testService.client.event.list({ where: { name: 'job.created' } });
  await shop.done('/webhook', { url: 'http://127.0.0.1:9/', event_id: data[0]!.id });
  await shop.done('/job', { name: 'Stocktaking' });
  const byHand = [];
  for (let count = 0; count < 4; count++) byHand.push(await shop.issued(lines, toHamburg));
  const automatic = [];
  for (let count = 0; count < 4; count++) automatic.push(await shop.issued(lines));
  const { id: bulkRun } = await shop.done('/bulkrun', {
    action: 'issue',
    order_id: [await shop.order(lines, toHamburg)],
  });
  await shop.done(`/bulkrun/${bulkRun}/pause`);
  const { rows } = await testService.sql.query('select id from webhookdelivery');
  // The delivery has a workflow after its first attempt has failed.
  const { webhookdelivery } = testService.client.engine;
  const { attempts } = await webhookdelivery.claim({ seconds: 30 });
  const results = attempts.map(({ id, log_id, webhookdelivery_id }) => ({
    ...{ id, log_id, webhookdelivery_id },
    ...{ error: 'Nobody takes connections.', duration_ms: 3 },
  }));
  await webhookdelivery.report({ results, released: [] });
  await shop.done(`/salesorder/${byHand[0]}/autowork`, { full_auto: 0, task_ids: [1] });
  await until(async () => (await countOf(testService.sql, 'outbox')) === 0, 'the relay');
  const autoworks = await testService.sql.query('select id from autowork');
  return { partId, byHand, automatic, autowork: autoworks.rows[0].id, bulkRun, delivery: rows[0].id };
}

/** Orders of a life of the database that is lost. */
async function issueMany({ shop }: WholeEngine, partId: number, count: number, values = {}): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await shop.issued([{ part_id: partId, qty: 1 }], values));
  return ids;
}

/** Does the open work as people do, and waits until every order and record has ended. */
async function endAll(engine: WholeEngine, { byHand, bulkRun, delivery }: OpenWork): Promise<void> {
  const { shop, testService } = engine;
  await until(async () => (await countOf(testService.sql, `autowork where state <> 'done'`)) === 0, 'the autowork');
  for (const id of byHand) if (!(await isOver(engine, id))) await doByHand(engine, id);
  await shop.post(`/bulkrun/${bulkRun}/resume`);
  await until(async () => (await shop.get(`/bulkrun/${bulkRun}`)).state === 'done', 'the bulk run');
  const waiting = await testService.sql.query(
    `select id from salesorder where status_id in (2, 3) and ship_city = 'Hamburg'`,
  );
  for (const { id } of waiting.rows) await doByHand(engine, id);
  await until(async () => (await countOf(testService.sql, 'salesorder where status_id in (2, 3)')) === 0, 'the orders');
  const { rows } = await testService.sql.query(
    'select state, attempts > 0 as tried from webhookdelivery where id = $1',
    [delivery],
  );
  expect(rows).toEqual([{ state: 'waiting', tried: true }]);
}

async function doByHand({ shop }: WholeEngine, id: number): Promise<void> {
  for (const task of ['pick', 'pack', 'ship', 'pickup'] as const) await shop.perform(task, [id]);
}

async function isOver({ shop }: WholeEngine, id: number): Promise<boolean> {
  return !['Issued', 'In Progress'].includes(await shop.status(id));
}

const countOf = async (sql: TestDatabase['pool'], from: string): Promise<number> =>
  (await sql.query(`select count(*)::int as n from ${from}`)).rows[0].n;

/** Compares both sides. */
const look = ({ testService }: WholeEngine): Promise<Reconciliation> => reconcile(testService.client, { fix: false });

/** Compares both sides in pages of two, each from the end of the one before. */
async function lookByPages({ testService, temporal }: WholeEngine) {
  const sides = { database: testService.database, client: temporal, pageSize: 2 };
  const all = { pages: 0, records: 0, workflows: 0, ids: [] as string[] };
  for (let place: Position | null = { part: 'workflows', after: '' }; place !== null; all.pages++) {
    const page: Comparison = await compare(sides, place, { until: 0 });
    all.records += page.records;
    all.workflows += page.workflows;
    all.ids.push(...page.differences.map(({ workflow_id }) => workflow_id));
    place = page.next;
  }
  return all;
}

async function restoredAndFixed({ testService }: WholeEngine): Promise<Reconciliation> {
  await testService.client.engine.restored();
  const fixed = await reconcile(testService.client, { fix: true });
  expect(fixed.left).toBe(0);
  expect(await reconcile(testService.client, { fix: false })).toMatchObject({ counts: {}, left: 0 });
  await until(async () => (await countOf(testService.sql, 'outbox')) === 0, 'the relay');
  expect(await reconcile(testService.client, { fix: false })).toMatchObject({ counts: {}, left: 0 });
  return fixed;
}

/** Every order has ended, and so has its workflow; both sides agree, and so do stock and work. */
async function expectAllEnded(engine: WholeEngine): Promise<void> {
  const { testService, temporal } = engine;
  await until(async () => (await countOf(testService.sql, 'outbox')) === 0, 'the relay');
  const { rows } = await testService.sql.query('select id from salesorder where plan is not null order by id');
  const status = async (id: number) => (await engine.orderOf(id).describe()).status.name;
  for (const { id } of rows) await until(async () => (await status(id)) !== 'RUNNING', `the workflow of order ${id}`);
  const running = [];
  for await (const { workflowId } of temporal.workflow.list({
    query: 'ExecutionStatus = "Running" AND WorkflowType = "order"',
  })) {
    if ((await temporal.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING') running.push(workflowId);
  }
  expect(running).toEqual([]);
  expect(await look(engine)).toMatchObject({ counts: {}, left: 0 });
  expect(await verify(testService.database)).toEqual([]);
}

test('a database that is older than Temporal: lost orders give their ids to new ones, and every order ends', async () => {
  const data = await database(testDatabase());
  const first = await start({ data });
  const work = await openWork(first);
  const copy = await database(copyOfDatabase(data));

  // The life that is lost: orders are issued and fulfilled, by Conveyor and by people.
  await startWorker(first);
  const lost = await issueMany(first, work.partId, lostOrders);
  const lostByHand = await issueMany(first, work.partId, 3, toHamburg);
  for (const id of work.byHand.slice(1, 3)) await doByHand(first, id);
  for (const id of [...lost, ...work.automatic, work.byHand[1]!])
    await until(() => isOver(first, id), `order ${id} of the lost life`);
  await stop(first);

  const second = await start({ data: copy });
  const before = await look(second);
  expect(before.counts.ended).toBeGreaterThanOrEqual(work.automatic.length);
  expect(before.counts.over).toBe(lostByHand.length);
  await restoredAndFixed(second);
  await startWorker(second);
  const again = await issueMany(second, work.partId, lostOrders + 3);
  expect(again).toEqual(expect.arrayContaining(lost));
  await endAll(second, work);
  await expectAllEnded(second);
}, 900_000);

test('an empty Temporal server: every open record is driven again', async () => {
  const data = await database(testDatabase());
  const first = await start({ data, place: await registerNamespace() });
  const work = await openWork(first);
  await stop(first);

  const second = await start({ data, place: await registerNamespace() });
  const open = work.byHand.length + work.automatic.length + 3;
  expect(await look(second)).toMatchObject({ records: open, workflows: 0, counts: { missing: open } });
  const { pages, records, ids } = await lookByPages(second);
  expect({ records, ids: new Set(ids).size, listed: ids.length }).toEqual({ records: open, ids: open, listed: open });
  expect(pages).toBeGreaterThan(open / 2);
  await restoredAndFixed(second);
  expect(await lookByPages(second)).toMatchObject({ records: open, workflows: open, ids: [] });
  await startWorker(second);
  await endAll(second, work);
  await expectAllEnded(second);
}, 180_000);

test('a Temporal server that is older than the database: every open record is driven again', async () => {
  const data = await database(testDatabase());
  const temporal = await OwnTemporal.start();
  opened({ stop: () => temporal.remove() });
  const place = { address: temporal.address, namespace: 'default' };
  const first = await start({ data, place });
  const work = await openWork(first);
  await temporal.save();

  await startWorker(first);
  const later = await issueMany(first, work.partId, 3, toHamburg);
  for (const id of work.byHand.slice(1, 3)) await doByHand(first, id);
  for (const id of [...work.automatic, work.byHand[1]!]) await until(() => isOver(first, id), `order ${id}`);
  await stop(first);
  await temporal.restore();

  const second = await start({ data, place });
  expect((await look(second)).counts.missing).toBe(later.length);
  const { counts } = await restoredAndFixed(second);
  expect(counts.other_epoch).toBeGreaterThanOrEqual(work.byHand.length + work.automatic.length);
  await startWorker(second);
  await endAll(second, work);
  await expectAllEnded(second);
}, 180_000);
