import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicationFailure } from '@temporalio/activity';
import { expect, test } from 'vitest';
import { TargetGate } from '../../../activities/webhook/target-gate.ts';

const ordinary = { local: false };
const sentAway = (request: Promise<unknown>): Promise<ApplicationFailure> =>
  request.then(
    () => {
      throw new Error('it was let through');
    },
    (error) => error,
  );

/** Deliveries that end when they are told to. */
function openDeliveries() {
  const ends: (() => void)[] = [];
  return {
    deliver: () => new Promise<void>((resolve) => ends.push(resolve)),
    end() {
      for (const one of ends.splice(0)) one();
    },
  };
}

test('deliveries to one target are limited, and another target has its own places', async () => {
  const gate = new TargetGate({ places: 2, slow: 1_000 });
  const { deliver, end } = openDeliveries();
  const inside = [gate.through('a', ordinary, deliver), gate.through('a', ordinary, deliver)];
  const failure = await sentAway(gate.through('a', ordinary, deliver));
  expect(failure).toMatchObject({ type: 'webhook.target-busy', nonRetryable: false });
  expect(Number(failure.nextRetryDelay)).toBeGreaterThanOrEqual(1_000);
  expect(await gate.through('b', ordinary, async () => 'through')).toBe('through');
  end();
  await Promise.all(inside);
  expect(await gate.through('a', ordinary, async () => 'through')).toBe('through');
});

test('deliveries to a target that hangs are repeated one after the other, as fast as it frees places', async () => {
  const gate = new TargetGate({ places: 2, slow: 1_000 });
  const { deliver, end } = openDeliveries();
  const inside = [gate.through('a', ordinary, deliver), gate.through('a', ordinary, deliver)];
  await pause(400);
  const delays: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    delays.push(Number((await sentAway(gate.through('a', ordinary, deliver))).nextRetryDelay));
  }
  // Each place is free after 0.4 s or more, and there are two: at most five in a second, in place of fifty.
  expect(Math.max(...delays)).toBeGreaterThan(9_000);
  for (let from = 0; from < 10_000; from += 1_000)
    expect(delays.filter((delay) => delay >= from && delay < from + 1_000).length).toBeLessThanOrEqual(8);
  end();
  await Promise.all(inside);
});

test('a target that was slow lately gets no local activities until it is fast again', async () => {
  const gate = new TargetGate({ places: 2, slow: 50 });
  const local = { local: true };
  const first = gate.through('a', local, () => pause(80));
  await pause(60);
  expect(await sentAway(gate.through('a', local, async () => 'through'))).toMatchObject({
    type: 'webhook.target-busy',
  });
  await first;
  for (let n = 0; n < 4; n += 1) await gate.through('a', ordinary, () => pause(300));
  await sentAway(gate.through('a', local, async () => 'through'));
  for (let n = 0; n < 12; n += 1) await gate.through('a', ordinary, async () => 'quick');
  expect(await gate.through('a', local, async () => 'through')).toBe('through');
});
