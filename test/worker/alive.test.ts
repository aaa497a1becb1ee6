import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilEnd } from '../support/until-end.ts';
import { automatic, carrier, testEngine } from '../workflows/support/engine.ts';

const bookings: string[] = [];

/** A booking that takes longer than the heartbeat timeout, so that Temporal starts another attempt. */
const slow = carrier('Slow Carrier', async ({ cartons, idempotencyKey }) => {
  bookings.push(idempotencyKey);
  await pause(23_000);
  return cartons.map(({ id }) => ({ carton_id: id, tracking_number: `SLOW-${id}` }));
});

const engine = await untilEnd(testEngine([slow]));

test('a long booking is not repeated while its worker sends heartbeats', async () => {
  const planned = { name: 'Slow Carrier', plugin: 'test', book_at: 'ship' as const, own_queue: false };
  const { handle } = await engine.issue(automatic, { carrier: planned });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(bookings).toHaveLength(1);
  const { events } = await handle.fetchHistory();
  const booked = events?.find(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'book',
  );
  expect(Number(booked?.activityTaskScheduledEventAttributes?.heartbeatTimeout?.seconds)).toBe(20);
});
