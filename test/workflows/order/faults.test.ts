import { expect, test } from 'vitest';
import { progress, retry } from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import { automatic, carrier, eventTypes, summaries, testEngine, until } from '../support/engine.ts';

let carrierIsDown = true;
const booked: { keys: string[]; cartons: number[] } = { keys: [], cartons: [] };

const { CarrierRefused, CarrierUnavailable } = await import('../../../plugins/errors.ts');
const engine = await untilEnd(
  testEngine([
    carrier(
      'Limited',
      async ({ cartons, idempotencyKey }) => {
        booked.keys.push(idempotencyKey);
        booked.cartons.push(...cartons.map(({ id }) => id));
        if (carrierIsDown) throw new CarrierUnavailable('labels.example answered 503');
        return cartons.map(({ id }) => ({ carton_id: id, tracking_number: `L${id}` }));
      },
      50,
    ),
    carrier('Strict', async () => {
      throw new CarrierRefused('postal code 12209 is not served');
    }),
  ]),
);

test('a call after one reset connection succeeds at once, without an activity in the history', async () => {
  const { handle } = await engine.issue(automatic, {}, (order) => {
    order.faults.pack = { left: 1, kind: 'reset' };
  });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(await eventTypes(handle)).not.toContain('activityTaskScheduledEventAttributes');
});

test('a call to a service that stays away becomes an activity with visible attempts', async () => {
  const { handle, order } = await engine.issue(automatic, {}, (order) => {
    // Two calls of each of two local activities, and two attempts of the ordinary one.
    order.faults.pack = { left: 6, kind: 'unavailable' };
  });
  await until(async () => {
    const { raw } = await handle.describe();
    return (raw.pendingActivities ?? []).some(
      ({ activityType, attempt, lastFailure }) =>
        activityType?.name === 'doSteps' && (attempt ?? 0) > 1 && lastFailure?.message === 'The service is not ready.',
    );
  }, 'a pending activity');
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(order.status).toBe('Fulfilled');
  const { events } = await handle.fetchHistory();
  expect(summaries(events ?? [])).toContain('Pack, ship, hand over 3 lines: again until the service answers');
});

test('a step that takes too long at three attempts puts the order in attention, until an operator retries', async () => {
  const { handle, order } = await engine.issue(automatic, {}, (order) => {
    // Two calls of each of two local activities, and three attempts of the ordinary one.
    order.faults.pack = { left: 7, kind: 'timeout' };
  });
  await until(async () => (await handle.query(progress)).state === 'attention', 'attention');
  const attention = () => order.calls.filter(({ path }) => path.endsWith('/attention'));
  await until(async () => attention().length > 0, 'the report');
  const detail = expect.stringContaining('The step has been tried 3 times.');
  expect(attention().map(({ body }) => body)).toEqual([{ step: 'pack', code: 'request.timeout', detail }]);
  expect(order.faults.pack?.left).toBe(0);
  await handle.executeUpdate(retry, { args: [{ by: 'kim@shop.example' }] });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
});

test('a carrier with a rate limit is booked on its own queue, and again while it is away', async () => {
  const planned = { name: 'Limited', plugin: 'test', book_at: 'ship', own_queue: true } as const;
  const { handle, order } = await engine.issue(automatic, { carrier: planned });
  await until(async () => {
    const { raw } = await handle.describe();
    return (raw.pendingActivities ?? []).some(({ lastFailure }) => lastFailure?.message?.includes('answered 503'));
  }, 'the first failure');
  expect(await handle.query(progress)).toMatchObject({ step: 'ship', state: 'working', waitingFor: 'Limited' });
  const [first] = order.cartons;
  if (first) first.tracking_number = 'set by hand';
  carrierIsDown = false;
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect([...new Set(booked.keys)]).toEqual([
    expect.stringMatching(`^conveyor/order/${order.id}/1776938400/ship/to-[0-9a-f]{12}$`),
  ]);
  expect(order.cartons.map(({ tracking_number }) => tracking_number)).toEqual([
    'set by hand',
    `L${order.cartons[1]?.id}`,
  ]);
  const { events } = await handle.fetchHistory();
  const queues = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled ? [scheduled.taskQueue?.name] : [],
  );
  expect(queues).toEqual(['carrier/Limited']);
});

test('a refusal of the carrier puts the order in attention, and the carrier is not called twice', async () => {
  const planned = { name: 'Strict', plugin: 'test', book_at: 'ship', own_queue: false } as const;
  const { handle, order } = await engine.issue(automatic, { carrier: planned });
  await until(async () => (await handle.query(progress)).state === 'attention', 'attention');
  expect(order.calls.find(({ path }) => path.endsWith('/attention'))?.body).toEqual({
    step: 'ship',
    code: 'carrier.refused',
    detail: 'Strict: postal code 12209 is not served',
  });
  const scheduled = (await eventTypes(handle)).filter((type) => type === 'activityTaskScheduledEventAttributes');
  expect(scheduled).toHaveLength(1);
  await handle.terminate();
});
