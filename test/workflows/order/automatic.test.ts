import type { WorkflowHandle } from '@temporalio/client';
import { expect, test } from 'vitest';
import { progress, retry } from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import { automatic, carrier, currentDetails, eventTypes, summaries, testEngine, until } from '../support/engine.ts';

const booked: string[] = [];

const book = carrier('Parcels', async ({ cartons, idempotencyKey }) => {
  booked.push(idempotencyKey);
  return cartons.map(({ id }) => ({ carton_id: id, tracking_number: `T${id}` }));
});
const engine = await untilEnd(testEngine([book]));

test('an automatic order goes through all its steps in six events', async () => {
  const { handle, order } = await engine.issue(automatic);
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(order.status).toBe('Fulfilled');
  const types = await eventTypes(handle);
  expect(types.filter((type) => type.startsWith('workflowTaskCompleted'))).toHaveLength(1);
  expect(types).toHaveLength(6);
});

test("every call names the workflow, so that the service does not report the workflow's own events to it", async () => {
  const { handle, order } = await engine.issue(automatic);
  await handle.result();
  expect(order.calls.map(({ path }) => path)).toEqual(['/engine/steps']);
  expect(order.calls[0]!.headers['x-conveyor-workflow']).toBe(`order/${order.id}`);
});

/** Returns the activities of a history, with their results: those of local activities, in order. */
async function localActivities(handle: WorkflowHandle) {
  const { events } = await handle.fetchHistory();
  const markers = (events ?? []).filter(({ markerRecordedEventAttributes }) => markerRecordedEventAttributes);
  return markers.map((event) => {
    const data = event.markerRecordedEventAttributes?.details?.result?.payloads?.[0]?.data;
    return {
      summary: summaries([event])[0],
      result: data?.length ? JSON.parse(Buffer.from(data).toString('utf8')) : null,
    };
  });
}

test('steps that follow each other are one activity, and the details show each with its time and record', async () => {
  const { handle } = await engine.issue(automatic);
  await handle.result();
  expect(await localActivities(handle)).toEqual([
    {
      summary: 'Pick, pack, ship, hand over 3 lines',
      result: {
        done: [
          { step: 'pick', record: 11, at: expect.any(Number) },
          { step: 'pack', record: 12, at: expect.any(Number) },
          { step: 'ship', record: 13, at: expect.any(Number) },
          { step: 'pickup', record: 14, at: expect.any(Number) },
        ],
        stopped: null,
      },
    },
  ]);
  const details = await currentDetails(handle);
  expect(details).toMatch(/\| pick \| done 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC, pick 11 \|/);
  expect(details).toMatch(/\| pickup \| done 20[-0-9]{8} [:0-9]{8} UTC, pickup 14 \|/);
});

test('a step that is refused after others stops them, with its sentence, and they are not done twice', async () => {
  const detail = 'Part B-17 fits into no carton.';
  const { handle, order } = await engine.issue(automatic, {}, (order) => {
    order.refusals.pack = { status: 409, code: 'pack.too-large', detail };
  });
  await until(async () => (await handle.query(progress)).state === 'attention', 'attention');
  expect((await handle.query(progress)).attention).toEqual({ step: 'pack', code: 'pack.too-large', detail });
  const [first] = await localActivities(handle);
  expect(first?.result).toEqual({
    done: [{ step: 'pick', record: 11, at: expect.any(Number) }],
    stopped: { step: 'pack', code: 'pack.too-large', detail },
  });
  expect(order.calls.map(({ path }) => path.replace(/\d{3,}/, '{id}'))).toEqual([
    '/engine/steps',
    '/task/12/perform',
    '/salesorder/{id}/progress',
    '/engine/salesorder/{id}/attention',
  ]);
  order.refusals = {};
  await handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect((await localActivities(handle)).at(-1)?.summary).toBe('Pack, ship, hand over 3 lines');
});

test('a parcel order, booking included, stays within 25 events and writes the tracking numbers', async () => {
  const planned = { name: 'Parcels', plugin: 'test', book_at: 'ship', own_queue: false } as const;
  const { handle, order } = await engine.issue(automatic, { carrier: planned });
  await handle.result();
  expect((await eventTypes(handle)).length).toBeLessThanOrEqual(25);
  expect(order.cartons.map(({ tracking_number }) => tracking_number)).toEqual(order.cartons.map(({ id }) => `T${id}`));
  expect(booked.filter((key) => key.startsWith(`conveyor/order/${order.id}/1776938400/ship/to-`))).toHaveLength(1);
});

test('search attributes and summary name the order; one that never waited is listed as Completed alone', async () => {
  const planned = { name: 'Parcels', plugin: 'test', book_at: null, own_queue: false } as const;
  const { handle, order } = await engine.issue(automatic, { carrier: planned, bulkRun: 17 });
  await handle.result();
  const { typedSearchAttributes, staticSummary } = await handle.describe().then(async (description) => ({
    typedSearchAttributes: description.typedSearchAttributes,
    staticSummary: await description.staticSummary(),
  }));
  const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
  const { BuildIds: _, ...own } = attributes;
  expect(own).toEqual({
    CustomerId: '4',
    BulkRun: '17',
    Carrier: 'Parcels',
    RuleSet: 'a1b2c3',
  });
  expect(staticSummary).toBe(`Order SO-${order.id} · Alfreds Futterkiste · Parcels`);
});

test('no call is made for a skipped step', async () => {
  const { handle, order } = await engine.issue({ pick: 'automatic', pickup: 'automatic' });
  await handle.result();
  expect(order.calls.map(({ body }) => body)).toEqual([
    { orders: [{ order_id: order.id, steps: ['pick', 'pickup'] }] },
  ]);
});

test('a step that somebody else has done is passed over', async () => {
  const { handle, order } = await engine.issue(automatic, {}, (order) => engine.service.finish(order, 'pick'));
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(order.calls.filter(({ path }) => path.endsWith('/attention'))).toEqual([]);
});

test('a signal ends the wait for a background request; a timer with a summary stands by', async () => {
  const { handle, order } = await engine.issue(automatic, { lines: 500 }, (order) => {
    order.background.pick = 300;
  });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(order.status).toBe('Fulfilled');
  const { events } = await handle.fetchHistory();
  const timers = (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  expect(timers.map((timer) => Number(timer.timerStartedEventAttributes?.startToFireTimeout?.seconds))).toEqual([30]);
  expect(summaries(timers)).toEqual([
    'Pick 500 lines: wait for the end in the background, and read it after 30 seconds',
  ]);
  expect(await eventTypes(handle)).not.toContain('timerFiredEventAttributes');
  expect(order.calls.filter(({ path }) => path.startsWith('/background/'))).toHaveLength(1);
});

test('the service need not count the lines of a small order, and counts those of a large one', async () => {
  const headersOf = async (lines: number) => {
    const { handle, order } = await engine.issue({ pick: 'automatic' }, { lines });
    await handle.result();
    const { headers } = order.calls.find(({ path }) => path === '/task/11/perform')!;
    return [headers['x-background-processing'], headers['x-conveyor-notify']];
  };
  expect(await headersOf(499)).toEqual(['never', undefined]);
  expect(await headersOf(500)).toEqual([undefined, expect.stringMatching(/^order\//)]);
});
