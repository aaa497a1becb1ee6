import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, expect, test } from 'vitest';
import { createEngineClient } from '../../../client/engine.ts';
import type { Relay } from '../../../worker/relay/relay.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import { startTestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';
import { byHand, orderInput, until } from '../../workflows/support/engine.ts';
import { OwnTemporal } from '../../workflows/support/own-temporal.ts';
import { spawnWorker } from '../../workflows/support/spawn-worker.ts';
import { connectToNamespace } from '../../workflows/support/test-namespace.ts';
import { testRelay, wholeEngine } from '../../workflows/support/whole-engine.ts';

/** Claims of the outbox by relays that are killed, stopped or doubled. Each order starts once. */

const engine = await untilEnd(wholeEngine({ worker: false, relay: false }));
const { testService: service, temporal } = engine;
const calls = createEngineClient({ url: service.url, apiKey: service.engineKey });
const processes: ChildProcess[] = [];
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await calls.close();
});

const claim = (wait: number, signal?: AbortSignal) =>
  calls.engine.outbox.claim({ results: [], kinds: ['start', 'signal'], encodes: false, max: 100, wait }, { signal });
const rows = async () => (await service.sql.query('select 1 from outbox')).rowCount;
const outboxIsEmpty = () => until(async () => (await rows()) === 0, 'the relays');

/** Lays starts of orders into the outbox, as another service does. @returns the ids of their workflows */
async function queueStarts(count: number): Promise<string[]> {
  const inputs = Array.from({ length: count }, () => orderInput(byHand));
  await service.sql.query(
    `insert into outbox (workflow_id, kind, payload, event_id)
     select 'order/' || (i ->> 'orderId'), 'start', i, (i ->> 'orderId')::bigint from jsonb_array_elements($1) i`,
    [JSON.stringify(inputs)],
  );
  return inputs.map(({ orderId }) => orderWorkflowId(orderId));
}

/** Lays signals into the outbox behind the rows that are there: one after the other for each workflow. */
async function queueSignals(ids: readonly string[], count: number, event = 'modified'): Promise<void> {
  for (let each = 0; each < count; each += 1)
    await service.sql.query(
      `insert into outbox (workflow_id, kind, payload)
       select id, 'signal', jsonb_build_object('event', $2::text) from unnest($1::text[]) id`,
      [ids, `salesorder.${event}`],
    );
}

/** Expects that each workflow runs, in its only run, without a signal of another start; ends them. */
async function startedOnce(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const runs = [];
    const query = `WorkflowId = '${id}'`;
    await until(async () => (await temporal.workflow.count(query)).count > 0, `the list to have ${id}`);
    for await (const { runId } of temporal.workflow.list({ query })) runs.push(runId);
    expect(runs).toHaveLength(1);
    const { events } = await temporal.workflow.getHandle(id).fetchHistory();
    expect((events ?? []).filter((one) => one.workflowExecutionSignaledEventAttributes)).toEqual([]);
    await temporal.workflow.getHandle(id).terminate();
  }
}

/** Runs relays until the outbox is empty. */
async function relayed(...relays: Relay[]): Promise<void> {
  await outboxIsEmpty();
  for (const relay of relays) await relay.stop();
}

test('a claim waits, and has a row as soon as its transaction commits', async () => {
  const { shop } = engine;
  const waiting = claim(20);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
  const committed = performance.now();
  const { rows: claimed, service: address } = await waiting;
  expect(performance.now() - committed).toBeLessThan(500);
  expect(claimed).toMatchObject([{ workflow_id: `order/${id}`, kind: 'start', attempts: 1 }]);
  expect(address).toBe(service.url);
  expect((await claim(0)).rows).toEqual([]);
  const results = claimed.map((row) => ({ id: row.id, result: 'sent' as const }));
  expect(await calls.engine.outbox.claim({ results, kinds: ['start'], encodes: false, max: 0, wait: 0 })).toMatchObject(
    { rows: [] },
  );
  expect(await rows()).toBe(0);
});

test('a claim without rows ends after its wait', async () => {
  const from = performance.now();
  expect((await claim(1)).rows).toEqual([]);
  expect(performance.now() - from).toBeGreaterThan(900);
});

test('a caller that goes during its wait takes no rows away', async () => {
  const gone = new AbortController();
  const waiting = claim(20, gone.signal);
  await new Promise((resolve) => setTimeout(resolve, 300));
  gone.abort();
  await expect(waiting).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const [id] = await queueStarts(1);
  expect((await claim(5)).rows).toMatchObject([{ workflow_id: id, attempts: 1 }]);
  await service.sql.query('delete from outbox');
});

test('claims of other kinds do not hold each other up', async () => {
  const waiting = calls.engine.outbox.claim({ results: [], kinds: ['deliver'], encodes: false, max: 100, wait: 20 });
  const [id] = await queueStarts(1);
  expect((await claim(5)).rows).toMatchObject([{ workflow_id: id }]);
  await service.sql.query(`delete from outbox`);
  await service.sql.query(`insert into outbox (workflow_id, kind, payload) values ('webhook/1/1', 'deliver', '{}')`);
  expect((await waiting).rows).toMatchObject([{ kind: 'deliver' }]);
  await service.sql.query('delete from outbox');
});

test('a row that a relay claimed before it was killed is started by another one after 15 s', async () => {
  const ids = await queueStarts(3);
  expect((await claim(0)).rows).toHaveLength(3);
  const from = performance.now();
  await relayed(testRelay(service, temporal));
  const seconds = (performance.now() - from) / 1_000;
  expect(seconds).toBeGreaterThan(12);
  expect(seconds).toBeLessThan(19);
  await startedOnce(ids);
}, 60_000);

test('a start that Temporal accepted, and nobody reported, is sent again and changes nothing', async () => {
  const ids = await queueStarts(3);
  const silent = testRelay(service, temporal, {
    outbox: { claim: (body, options) => calls.engine.outbox.claim({ ...body, results: [] }, options) },
  });
  await until(async () => {
    const found = await Promise.all(
      ids.map((id) =>
        temporal.workflow
          .getHandle(id)
          .describe()
          .catch(() => null),
      ),
    );
    return found.every(Boolean);
  }, 'the starts');
  await silent.stop();
  expect(await rows()).toBe(3);
  await service.sql.query('update outbox set due_at = now()');
  await relayed(testRelay(service, temporal));
  await startedOnce(ids);
}, 60_000);

test('two relays, and rows that both claim, start each order once', async () => {
  const ids = await queueStarts(150);
  const relays = [testRelay(service, temporal), testRelay(service, temporal)];
  const again = setInterval(() => void service.sql.query('update outbox set due_at = now()').catch(() => null), 5);
  await outboxIsEmpty().finally(() => clearInterval(again));
  await relayed(...relays);
  await startedOnce(ids.slice(0, 20));
  await Promise.all(ids.slice(20).map((id) => temporal.workflow.getHandle(id).terminate()));
}, 60_000);

test('a build that takes no new work claims nothing until it does', async () => {
  const ids = await queueStarts(2);
  let whileCurrent: AbortSignal | null = null;
  const build = {
    get whileCurrent() {
      return whileCurrent;
    },
    takesAll: async () => false,
  };
  const relay = testRelay(service, temporal, { build });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await service.sql.query('select attempts from outbox')).rows).toEqual([{ attempts: 0 }, { attempts: 0 }]);
  whileCurrent = new AbortController().signal;
  await relayed(relay);
  await startedOnce(ids);
}, 60_000);

test('a row is claimed behind no other row of its workflow that is claimed', async () => {
  const [id] = await queueStarts(1);
  const [start] = (await claim(0)).rows;
  await queueSignals([id!], 2);
  await queueSignals(['order/999999'], 1);
  expect((await claim(0)).rows).toMatchObject([{ workflow_id: 'order/999999' }]);
  const due = (interval: string) =>
    service.sql.query('update outbox set due_at = now() + $2::interval where id = $1', [start!.id, interval]);
  await due('1 hour');
  expect((await claim(0)).rows).toEqual([]);
  await due('0');
  const { rows: again } = await claim(0);
  expect(again.map(({ workflow_id, kind }) => [workflow_id, kind])).toEqual([
    [id, 'start'],
    [id, 'signal'],
    [id, 'signal'],
  ]);
  await queueSignals([id!], 1);
  const results = again.slice(0, 1).map((row) => ({ id: row.id, result: 'sent' as const }));
  await calls.engine.outbox.claim({ results, kinds: ['start'], encodes: false, max: 0, wait: 0 });
  expect((await claim(0)).rows).toEqual([]);
  await service.sql.query('delete from outbox');
});

test('no row is claimed while another claim has an earlier one of its workflow', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ids = await queueStarts(40);
    const claimed = new Map<string, number>();
    const numbers: number[] = [];
    let isQueueing = true;
    const queueing = queueSignals(ids, 3).finally(() => {
      isQueueing = false;
    });
    const take = async () => {
      while (isQueueing || (await rows()) !== 0) {
        const body = { kinds: ['start', 'signal'] as ('start' | 'signal')[], encodes: false, wait: 0 };
        const { rows: own } = await calls.engine.outbox.claim({ ...body, results: [], max: 5 });
        for (const { workflow_id: workflow, id } of own) {
          expect(id).toBeGreaterThan(claimed.get(workflow) ?? 0);
          claimed.set(workflow, id);
          numbers.push(id);
        }
        const results = own.map(({ id }) => ({ id, result: 'sent' as const }));
        await calls.engine.outbox.claim({ ...body, results, max: 0 });
      }
    };
    await Promise.all([queueing, take(), take(), take(), take()]);
    expect(numbers).toHaveLength(ids.length * 4);
  }
}, 60_000);

test('orders that are signalled by one of two relays while the other one starts them get each signal, after the start', async () => {
  const relays = [testRelay(service, temporal), testRelay(service, temporal)];
  const ids = await queueStarts(40);
  for (const event of ['held', 'released', 'modified']) await queueSignals(ids, 1, event);
  await relayed(...relays);
  for (const id of ids) {
    const workflow = temporal.workflow.getHandle(id);
    const { events } = await workflow.fetchHistory();
    const signals = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: one }) => one?.input ?? []);
    const names = signals.map(({ payloads }) => JSON.parse(Buffer.from(payloads?.[0]?.data ?? []).toString()).event);
    expect(names).toEqual(['salesorder.held', 'salesorder.released', 'salesorder.modified']);
    await workflow.terminate();
  }
}, 60_000);

test('rows wait while Temporal is away, `/status` says why, and they are sent when it is back', async () => {
  const server = await OwnTemporal.start();
  const own = await startTestService();
  const connection = await NativeConnection.connect({ address: server.address });
  const client = new Client({ connection });
  const relay = testRelay(own, client, { sendLimit: 2_000 });
  try {
    await server.kill();
    const start = { workflow_id: 'autowork/7', kind: 'start' };
    await own.sql.query('insert into outbox (workflow_id, kind, payload) values ($1, $2, $3)', [
      ...Object.values(start),
      { autoworkId: 7, orderId: 7, number: 'S-7', customerId: 4, customerName: 'Ana', by: 'Ana', tasks: [] },
    ]);
    const problem = async () => (await own.call('GET', '/status')).body.relay.problem;
    await until(async () => (await problem()) !== null, 'the problem');
    expect(await problem()).toMatch(/^The Temporal server does not accept workflow starts and signals: ./);
    await server.start();
    await until(async () => (await own.sql.query('select 1 from outbox')).rowCount === 0, 'the start');
    expect((await client.workflow.getHandle('autowork/7').describe()).status.name).toBe('RUNNING');
    await until(async () => (await problem()) === null, 'no problem');
  } finally {
    await relay.stop();
    await connection.close();
    await own.close();
    await server.remove();
  }
}, 90_000);

test('the first task of an order comes back with the answer to its start', async () => {
  await engine.startWorker();
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
  await until(
    async () =>
      (await engine
        .orderOf(id)
        .describe()
        .catch(() => null)) !== null,
    'the workflow',
  );
  const { events } = await engine.orderOf(id).fetchHistory();
  expect(events?.[0]?.workflowExecutionStartedEventAttributes).toMatchObject({ eagerExecutionAccepted: true });
  await engine.stopWorkers();
}, 60_000);

test('orders that are issued while workers are killed start once each, and go on', async () => {
  const { shop } = engine;
  const part = await shop.part({}, 1_000);
  const ids: number[] = [];
  let isIssuing = true;
  const issuing = (async () => {
    while (isIssuing) ids.push(await shop.issued([{ part_id: part, qty: 1 }]));
  })();
  for (let round = 0; round < 3; round += 1) {
    const child = await spawnWorker(service.url, service.engineKey);
    processes.push(child);
    const before = ids.length;
    await until(() => ids.length > before + 10, 'some orders');
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  isIssuing = false;
  await issuing;
  await engine.startWorker();
  await outboxIsEmpty();
  await connectToNamespace();
  for (const id of ids) {
    const { events } = await engine.orderOf(id).fetchHistory();
    const [first] = events ?? [];
    expect(first?.workflowExecutionStartedEventAttributes?.attempt).toBe(1);
  }
  const query = `WorkflowType = 'order' and Step = 'pick'`;
  const workflows = ids.map(orderWorkflowId);
  const runs: string[] = [];
  await until(async () => {
    runs.length = 0;
    for await (const { workflowId } of temporal.workflow.list({ query })) runs.push(workflowId);
    return workflows.every((id) => runs.includes(id));
  }, 'the list');
  expect(new Set(runs).size).toBe(runs.length);
  expect(await service.verify()).toEqual([]);
}, 120_000);
