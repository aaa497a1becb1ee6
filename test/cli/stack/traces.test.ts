import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Connection, Client as Temporal } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../client/client.ts';
import { projectRoot } from '../../../config/root.ts';
import { workflowBundle } from '../../../worker/bundle.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import { readHistory } from '../../histories/files.ts';
import { historyOf } from '../../histories/record.ts';
import { type HistoryShop, openHistoryShop } from '../../histories/whole-stack.ts';
import { threeFreePorts } from '../../support/free-ports.ts';
import { killLeftovers, type RunningStack, startStack, until } from '../../support/stack.ts';
import { startTraceCollector, type TraceCollector } from '../../support/trace-collector.ts';

Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });

type History = { events: { eventType: string }[] };

// The whole stack exports traces, set up as docs/operating.md describes, to a collector that keeps the spans.
let data: string;
let collector: TraceCollector;
let port: number;
let stack: RunningStack;
let shop: HistoryShop;

beforeAll(async () => {
  data = join(mkdtempSync(join(tmpdir(), 'conveyor-traces-')), 'data');
  collector = await startTraceCollector();
  port = await threeFreePorts();
  stack = await startStack(data, port, {
    CONVEYOR_CONFIG: join(projectRoot, 'test', 'support', 'history-shop-config.yaml'),
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  shop = await openHistoryShop(createClient({ url: stack.url, apiKey: stack.adminKey() }));
});

afterAll(async () => {
  await shop?.client.close();
  await stack?.end('SIGTERM');
  await collector?.stop();
  killLeftovers(data);
  rmSync(dirname(data), { recursive: true, force: true });
});

test('one trace leads from a request through the outbox and the workflow to the requests of the engine', async () => {
  const traceId = 'a'.repeat(32);
  const headers = { 'x-request-id': 'web-shop/1', traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
  const order = await shop.create('TRACED', { carrier: 'Parcel Post' });
  await shop.client.salesorder.issue(order, undefined, { headers });
  const issue = 'POST /salesorder/:salesorder_id/issue';
  const perform = 'POST /engine/steps';
  // Both processes send spans in batches, after the spans have ended.
  const sent = (name: string) => collector.trace(traceId).filter(({ span }) => span.name === name).length;
  await until(() => sent('RunWorkflow:order') === 1 && sent(perform) === 2);

  const trace = collector.trace(traceId);
  const workflow = [issue, 'salesorder.issue', 'outbox start', 'StartWorkflow:order', 'RunWorkflow:order'];
  expect(trace.find(({ span }) => span.name === issue)?.span).toMatchObject({
    parentSpanId: 'b'.repeat(16),
    service: 'conveyor-service',
    attributes: { 'conveyor.request_id': 'web-shop/1', 'http.response.status_code': 200 },
  });
  // The booking is between the two runs of steps.
  for (const activity of ['doSteps', 'book']) {
    const inActivity = [...workflow, `StartActivity:${activity}`, `RunActivity:${activity}`];
    const calls = trace.filter(({ within }) => String(within) === String(inActivity));
    expect(calls.length, activity).toBeGreaterThan(0);
    for (const { span } of calls) {
      expect(span).toMatchObject({ service: 'conveyor-service', attributes: { 'conveyor.request_id': 'web-shop/1' } });
    }
    expect(trace.find(({ span }) => span.name === `RunActivity:${activity}`)?.span).toMatchObject({
      service: 'conveyor-worker',
      attributes: { temporalWorkflowId: `order/${order}` },
    });
  }
  const performed = trace.filter(({ span }) => span.name === 'task.performmany').map(({ within }) => within.at(-1));
  expect(performed).toEqual([perform, perform]);
});

test('a history has the same events with and without traces, and replays in a worker without traces', async () => {
  const connection = await Connection.connect({ address: `127.0.0.1:${port + 1}` });
  try {
    const [order] = (await shop.client.salesorder.list({ where: { number: 'TRACED' } })).data;
    const workflow = new Temporal({ connection }).workflow.getHandle(orderWorkflowId(order!.id));
    const history = JSON.parse(await historyOf(workflow)) as History;
    const untraced = readHistory('whole-stack-label-on-own-queue');
    // The number of workflow tasks depends on the load of the machine.
    const typesOf = ({ events }: History) =>
      events.map(({ eventType }) => eventType).filter((type) => !type.includes('WORKFLOW_TASK'));
    expect(typesOf(history)).toEqual(typesOf(untraced));
    await Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history, orderWorkflowId(order!.id));
  } finally {
    await connection.close();
  }
});

test('one request id appears in the timeline and in the logs of service and worker', async () => {
  const order = await shop.create('LOGGED');
  await shop.client.salesorder.issue(order, undefined, { headers: { 'x-request-id': 'web-shop/2' } });
  await until(async () => (await shop.client.salesorder.progress(order)).status === 'Fulfilled');
  const timeline = await shop.client.salesorder.timeline(order);
  const ofRequest = timeline.filter(({ request_id }) => request_id === 'web-shop/2').map(({ event }) => event);
  expect(ofRequest).toEqual(expect.arrayContaining(['salesorder.issued', 'pack.finished', 'salesorder.fulfilled']));

  const logLines = (program: string) =>
    readFileSync(join(data, 'log', `${program}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('"request_id":"web-shop/2"'))
      .map((line) => JSON.parse(line));
  await until(() => logLines('worker').some(({ msg }) => msg === 'Workflow completed'));
  expect(logLines('worker').map(({ activityType }) => activityType)).toContain('doSteps');
  const requests = logLines('service').filter(({ msg }) => msg === 'request');
  expect(requests.map(({ path }) => path)).toContain(`/salesorder/${order}/issue`);
  expect(requests.filter(({ path }) => path === '/engine/steps')).toHaveLength(1);
  expect(new Set(requests.map(({ trace_id }) => trace_id)).size).toBe(1);
});

test('orders whose steps go in one call have the call in their own traces', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, (_, index) => shop.create(`TOGETHER-${index}`)));
  const traces = made.map((_, index) => String(index + 1).padStart(32, 'c'));
  const issued = made.map((order, index) =>
    shop.client.salesorder.issue(order, undefined, {
      headers: { traceparent: `00-${traces[index]}-${'d'.repeat(16)}-01` },
    }),
  );
  await Promise.all(issued);
  const named = (traceId: string, name: string) => collector.trace(traceId).filter(({ span }) => span.name === name);
  await until(() => traces.every((traceId) => named(traceId, 'RunWorkflow:order').length === 1));

  const shared = traces.flatMap((traceId) => named(traceId, 'steps of several orders'));
  expect(shared.length).toBeGreaterThan(1);
  for (const { within } of shared) expect(within.at(-1)).toBe('RunActivity:doSteps');
  // Each of the others has a call of its own.
  for (const traceId of traces) {
    const names = ['steps of several orders', 'POST /engine/steps'].flatMap((name) => named(traceId, name));
    expect(names.length, traceId).toBeGreaterThan(0);
  }
});

test('health checks and metrics are not traced', async () => {
  await fetch(`${stack.url}/healthz`);
  await shop.client.site.list();
  await until(() => collector.spans.some(({ name }) => name === 'GET /site'));
  expect(collector.spans.map(({ name }) => name)).toContain('GET /site');
  expect(collector.spans.filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([]);
});
