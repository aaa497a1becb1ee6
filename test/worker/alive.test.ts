import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { automatic, carrier, type TestEngine, testEngine } from '../workflows/support/engine.ts';

let engine: TestEngine;
const begun: string[] = [];

/** Longer than Temporal goes without a sign of life before it has another worker begin anew. */
const slow = carrier('Slow Carrier', async ({ cartons, idempotencyKey }) => {
  begun.push(idempotencyKey);
  await pause(23_000);
  return cartons.map(({ id }) => ({ carton_id: id, tracking_number: `SLOW-${id}` }));
});

beforeAll(async () => {
  engine = await testEngine([slow]);
});
afterAll(() => engine.stop());

test('a booking that takes its time is not begun again while its worker lives, and soon where that died', async () => {
  const planned = { name: 'Slow Carrier', plugin: 'test', book_at: 'ship' as const, own_queue: false };
  const { handle } = await engine.issue(automatic, { carrier: planned });
  expect(await handle.result()).toEqual({ outcome: 'fulfilled' });
  expect(begun).toHaveLength(1);
  const { events } = await handle.fetchHistory();
  const booked = events?.find(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'book',
  );
  expect(Number(booked?.activityTaskScheduledEventAttributes?.heartbeatTimeout?.seconds)).toBe(20);
});
