import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStart } from '../../workflows/contract/order.ts';
import { priorityKeys } from '../../workflows/contract/priority.ts';
import { progress } from '../../workflows/order/messages.ts';
import {
  automatic,
  carrier,
  orderInput,
  type Plan,
  type TestEngine,
  testEngine,
  until,
} from '../workflows/support/engine.ts';
import { OwnTemporal } from '../workflows/support/own-temporal.ts';

const lines: Record<string, unknown>[] = [];
const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const own = { name: 'Limited', plugin: 'test', book_at: 'ship', own_queue: true } as const;
let temporal: OwnTemporal;
let engine: TestEngine;

beforeAll(async () => {
  const book = async ({ cartons }: { cartons: readonly { id: number }[] }) =>
    cartons.map(({ id }) => ({ carton_id: id, tracking_number: `L${id}` }));
  temporal = await OwnTemporal.start();
  engine = await testEngine([carrier('Limited', book, 50)], { logger, address: temporal.address });
});
afterAll(async () => {
  await engine.stop();
  await temporal.remove();
});

/** Starts an order's workflow as the relay does after a request with this id. */
async function issue(plan: Plan, request: string, more = {}) {
  const input = orderInput(plan, more);
  const order = engine.service.add(
    input.orderId,
    input.steps.map((step) => ({ ...step, done: false })),
  );
  const handle = await engine.client.workflow.start('order', { ...orderStart(input), memo: { outbox: '1', request } });
  return { order, handle };
}

test('every call for an order carries the id of the request that issued it, bookings on their own queue too', async () => {
  const { order, handle } = await issue(automatic, 'web-1', { carrier: own });
  await handle.result();
  const runs = order.calls.filter(({ path }) => path === '/engine/steps');
  expect(runs.map(({ body }) => body?.orders)).toMatchObject(
    [{ steps: ['pick', 'pack'] }, { steps: ['ship', 'pickup'] }].map((run) => [run]),
  );
  expect(order.calls.filter(({ headers }) => headers['x-request-id'] !== 'web-1')).toEqual([]);
  expect(order.calls.length).toBeGreaterThan(6);
});

test('every call for an order carries the priority of its workflow, bookings and ordinary activities too', async () => {
  const input = orderInput(automatic, { carrier: own });
  const steps = input.steps.map((step) => ({ ...step, done: false }));
  const order = engine.service.add(input.orderId, steps);
  order.faults.pick = { left: 3, kind: 'unavailable' };
  const options = orderStart({ ...input, priority: priorityKeys.bulk, site: 7 });
  const handle = await engine.client.workflow.start('order', options);
  await handle.result();
  expect(new Set(order.calls.map(({ headers }) => headers['x-conveyor-priority']))).toEqual(new Set(['5']));
  expect((await handle.describe()).priority).toMatchObject({ priorityKey: 5, fairnessKey: '7' });
  const { events } = await handle.fetchHistory();
  const [sent] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  expect(JSON.parse(Buffer.from(sent?.data ?? []).toString('utf8'))).not.toHaveProperty('priority');
});

test('a call that has become an ordinary activity carries it as well', async () => {
  const { order, handle } = await issue({ pick: 'automatic' }, 'web-2');
  order.faults.pick = { left: 3, kind: 'unavailable' };
  await handle.result();
  expect(new Set(order.calls.map(({ headers }) => headers['x-request-id']))).toEqual(new Set(['web-2']));
});

test('calls after an event carry the id of the request that caused the event', async () => {
  const { order, handle } = await issue({ pick: 'hand', pack: 'automatic' }, 'web-3');
  await until(async () => (await handle.query(progress)).state === 'waiting');
  engine.service.finish(order, 'pick');
  await handle.signal('event', { event: 'pick.finished', request: 'scanner-4' });
  await handle.result();
  const packed = order.calls.find(({ path }) => path === '/task/12/perform');
  expect(packed?.headers['x-request-id']).toBe('scanner-4');
});

test('the log of the worker has the request id of each activity and workflow', async () => {
  const { order, handle } = await issue(automatic, 'web-5');
  await handle.result();
  const workflowId = `order/${order.id}`;
  await until(() => lines.some((line) => line.workflowId === workflowId && line.msg === 'Workflow completed'));
  // The SDK logs the start before it reads the headers.
  const entries = lines.filter((line) => line.workflowId === workflowId && !String(line.msg).endsWith(' started'));
  expect(entries.map(({ activityType }) => activityType)).toContain('doSteps');
  expect(entries.filter((line) => line.request_id !== 'web-5')).toEqual([]);
});
