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

/** Deliveries that end on command. */
function openDeliveries() {
  const ends: (() => void)[] = [];
  return {
    deliver: () => new Promise<void>((resolve) => ends.push(resolve)),
    end() {
      for (const one of ends.splice(0)) one();
    },
  };
}

test('deliveries to one target are limited, those that find no place go in turn, and another target has its own places', async () => {
  const gate = new TargetGate({ places: 2, slow: 1_000 });
  const { deliver, end } = openDeliveries();
  const inside = [gate.through('a', ordinary, deliver), gate.through('a', ordinary, deliver)];
  const entered: number[] = [];
  const waiting = [1, 2, 3].map((n) =>
    gate.through('a', ordinary, async () => {
      entered.push(n);
    }),
  );
  expect(await gate.through('b', ordinary, async () => 'through')).toBe('through');
  expect(entered).toEqual([]);
  end();
  await Promise.all([...inside, ...waiting]);
  expect(entered).toEqual([1, 2, 3]);
  expect(await gate.through('a', ordinary, async () => 'through')).toBe('through');
});

test('a delivery that waits for seconds is sent away, and Temporal repeats it later', async () => {
  const gate = new TargetGate({ places: 1, slow: 1_000 });
  const { deliver, end } = openDeliveries();
  const inside = gate.through('a', ordinary, deliver);
  const start = performance.now();
  const failure = await sentAway(gate.through('a', ordinary, deliver));
  expect(performance.now() - start).toBeGreaterThanOrEqual(1_990);
  expect(failure).toMatchObject({ type: 'webhook.target-busy', nonRetryable: false });
  expect(Number(failure.nextRetryDelay)).toBeGreaterThanOrEqual(1_000);
  end();
  await inside;
});

test('few deliveries wait for a target, however fast it has been', async () => {
  const gate = new TargetGate({ places: 2, slow: 1_000 });
  const { deliver, end } = openDeliveries();
  const inside = [gate.through('a', ordinary, deliver), gate.through('a', ordinary, deliver)];
  const more = Array.from({ length: 100 }, () => gate.through('a', ordinary, async () => 'through'));
  const results = Promise.allSettled(more);
  await pause(50);
  end();
  await Promise.all(inside);
  expect((await results).filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
});

test('deliveries to a target that hangs are repeated one after the other, as fast as it frees places', async () => {
  const gate = new TargetGate({ places: 2, slow: 1_000 });
  const { deliver, end } = openDeliveries();
  const inside = [gate.through('a', ordinary, deliver), gate.through('a', ordinary, deliver)];
  await pause(5_000);
  const failures = await Promise.all(Array.from({ length: 50 }, () => sentAway(gate.through('a', ordinary, deliver))));
  const delays = failures.map(({ nextRetryDelay }) => Number(nextRetryDelay));
  // Each place is free after 5 s or more, and there are two: at most one in two seconds, in place of fifty.
  expect(Math.max(...delays)).toBeGreaterThan(100_000);
  for (let from = 0; from < 100_000; from += 10_000)
    expect(delays.filter((delay) => delay >= from && delay < from + 10_000).length).toBeLessThanOrEqual(8);
  end();
  await Promise.all(inside);
});

test('however many deliveries a target has kept waiting, all are due within ten minutes', async () => {
  const gate = new TargetGate({ places: 1, slow: 1_000 });
  const { deliver, end } = openDeliveries();
  const inside = gate.through('a', ordinary, deliver);
  await pause(2_500);
  const failures = await Promise.all(Array.from({ length: 500 }, () => sentAway(gate.through('a', ordinary, deliver))));
  const farthest = Math.max(...failures.map(({ nextRetryDelay }) => Number(nextRetryDelay)));
  expect(farthest).toBeGreaterThan(590_000);
  expect(farthest).toBeLessThanOrEqual(600_000);
  end();
  await inside;
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
