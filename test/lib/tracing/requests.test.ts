import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTracing, stopTracing } from '../../../lib/tracing/tracing.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { startTraceCollector, type TraceCollector } from '../../support/trace-collector.ts';

let collector: TraceCollector;
let testService: TestService;
const warnings: unknown[] = [];

beforeAll(async () => {
  collector = await startTraceCollector();
  // The SDK reads these where nothing else is said.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  const logger = { warn: (...said: unknown[]) => void warnings.push(said) };
  await startTracing('shop', logger as never, { ...process.env, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  testService = await startTestService();
  // The first call compiles the description. On a busy machine this takes so long that the export of a span gives up.
  await testService.call('GET', '/part');
});
afterAll(async () => {
  await testService.close();
  await stopTracing();
  await collector.stop();
});

const traceIds = { sent: '1'.repeat(32), refused: '2'.repeat(32), background: '3'.repeat(32) };
const from = (traceId: string) => ({ traceparent: `00-${traceId}-${'f'.repeat(16)}-01` });
const customer = { type: 'Company', name: 'Ernst Handel' };

/** `name < name around it < …` of each span of the trace, as soon as there are so many. */
async function shapeOf(traceId: string, count: number): Promise<string[]> {
  await expect.poll(() => collector.trace(traceId).length).toBe(count);
  return collector.trace(traceId).map(({ span, within }) => [...within, span.name].reverse().join(' < '));
}

test('a request joins the trace that its traceparent names, and its operations are part of it', async () => {
  const answer = await testService.call('POST', '/customer', customer, from(traceIds.sent));
  expect(answer.status).toBe(201);
  expect(await shapeOf(traceIds.sent, 2)).toEqual(['customer.create < POST /customer', 'POST /customer']);
  const request = collector.spans.find(({ name, traceId }) => name === 'POST /customer' && traceId === traceIds.sent);
  expect(request).toMatchObject({
    parentSpanId: 'f'.repeat(16),
    service: 'shop',
    status: 0,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/customer',
      'url.path': '/customer',
      'http.response.status_code': 201,
      'conveyor.request_id': answer.headers.get('x-request-id'),
    },
  });
});

test('an invalid traceparent begins a new trace', async () => {
  await testService.call('GET', '/site', undefined, { traceparent: 'a lot of nonsense' });
  await expect.poll(() => collector.spans.some(({ name }) => name === 'GET /site')).toBe(true);
  expect(collector.spans.find(({ name }) => name === 'GET /site')).toMatchObject({ parentSpanId: '' });
});

test('a refusal is no failure of a span', async () => {
  const answer = await testService.call('POST', '/customer', { type: 'Company' }, from(traceIds.refused));
  expect(answer.status).toBe(422);
  await shapeOf(traceIds.refused, 2);
  expect(collector.trace(traceIds.refused).map(({ span }) => span.status)).toEqual([0, 0]);
});

test('a background request continues the trace and the request id of its sender', async () => {
  const headers = { ...from(traceIds.background), 'x-background-processing': 'always', 'x-request-id': 'later/1' };
  const answer = await testService.call('POST', '/customer', { ...customer, name: 'Later' }, headers);
  expect(answer.status).toBe(202);
  expect(await shapeOf(traceIds.background, 3)).toEqual(
    expect.arrayContaining(['POST /customer', 'background < POST /customer']),
  );
  const job = collector.spans.find(({ name }) => name === 'background');
  expect(job?.attributes).toMatchObject({ 'conveyor.request_id': 'later/1' });
});

test('an outbox row carries the trace and the id of its request', async () => {
  const { body: order } = await testService.call('POST', '/customer', { ...customer, name: 'Told' });
  const made = await testService.call('POST', '/salesorder', { customer_id: order.id });
  const headers = { ...from('4'.repeat(32)), 'x-request-id': 'told/1' };
  const issued = await testService.call('POST', `/salesorder/${made.body.id}/issue?ignore_warnings=1`, {}, headers);
  expect(issued.status).toBe(200);
  const { rows } = await testService.sql.query('select request_id, traceparent from outbox');
  expect(rows).toEqual([{ request_id: 'told/1', traceparent: expect.stringMatching(/^00-4{32}-[0-9a-f]{16}-01$/) }]);
});

test('a collector that is away is logged, and changes nothing else', async () => {
  await collector.stop();
  const answer = await testService.call('GET', '/site');
  expect(answer.status).toBe(200);
  await expect.poll(() => warnings.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(warnings[0]).toEqual([expect.anything(), 'traces could not be sent']);
});
