import { expect, test } from 'vitest';
import { untilEnd } from '../../support/until-end.ts';
import { automatic, carrier, eventTypes, summaries, testEngine } from '../support/engine.ts';

const booked: string[] = [];

const book = carrier('Parcels', async ({ cartons, idempotencyKey }) => {
  booked.push(idempotencyKey);
  return cartons.map(({ id }) => ({ carton_id: id, tracking_number: `T${id}` }));
});
const engine = await untilEnd(testEngine([book]));

test('an automatic order goes through all its steps in about ten events', async () => {
  const { handle, order } = await engine.issue(automatic);
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(order.status).toBe('Fulfilled');
  const types = await eventTypes(handle);
  expect(types.filter((type) => type.startsWith('workflowTaskCompleted'))).toHaveLength(1);
  expect(types.length).toBeLessThanOrEqual(10);
});

test("every call names the workflow, so that the service does not report the workflow's own events to it", async () => {
  const { handle, order } = await engine.issue(automatic);
  await handle.result();
  expect(order.calls).toHaveLength(4);
  for (const { headers } of order.calls) {
    expect(headers['x-conveyor-workflow']).toBe(`order/${order.id}`);
    expect(headers.prefer).toBe('return=minimal');
  }
});

test('a parcel order, booking included, stays within 25 events and writes the tracking numbers', async () => {
  const planned = { name: 'Parcels', plugin: 'test', book_at: 'ship', own_queue: false } as const;
  const { handle, order } = await engine.issue(automatic, { carrier: planned });
  await handle.result();
  expect((await eventTypes(handle)).length).toBeLessThanOrEqual(25);
  expect(order.cartons.map(({ tracking_number }) => tracking_number)).toEqual(order.cartons.map(({ id }) => `T${id}`));
  expect(booked.filter((key) => key.startsWith(`conveyor/order/${order.id}/1776938400/ship/to-`))).toHaveLength(1);
});

test('search attributes and summary name the order and its outcome', async () => {
  const planned = { name: 'Parcels', plugin: 'test', book_at: null, own_queue: false } as const;
  const { handle, order } = await engine.issue(automatic, { carrier: planned, bulkRun: 17 });
  await handle.result();
  const { typedSearchAttributes, staticSummary } = await handle.describe().then(async (description) => ({
    typedSearchAttributes: description.typedSearchAttributes,
    staticSummary: await description.staticSummary(),
  }));
  const attributes = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
  expect(attributes).toMatchObject({
    CustomerId: '4',
    BulkRun: '17',
    Step: 'done',
    Carrier: 'Parcels',
    RuleSet: 'a1b2c3',
    Outcome: 'fulfilled',
  });
  expect(staticSummary).toBe(`Order SO-${order.id} · Alfreds Futterkiste · Parcels`);
});

test('no call is made for a skipped step', async () => {
  const { handle, order } = await engine.issue({ pick: 'automatic', pickup: 'automatic' });
  await handle.result();
  expect(order.calls.map(({ path }) => path)).toEqual(['/task/11/perform', '/task/14/perform']);
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
  const headersOf = async (lines: number | undefined) => {
    const { handle, order } = await engine.issue({ pick: 'automatic' }, { lines });
    await handle.result();
    const { headers } = order.calls.find(({ path }) => path === '/task/11/perform')!;
    return [headers['x-background-processing'], headers['x-conveyor-notify']];
  };
  expect(await headersOf(499)).toEqual(['never', undefined]);
  for (const lines of [500, undefined]) {
    expect(await headersOf(lines)).toEqual([undefined, expect.stringMatching(/^order\//)]);
  }
});
