import { expect, test } from 'vitest';
import { Pace } from '../../../activities/bulk-run/pace.ts';

const { signal } = new AbortController();
const never = () => Promise.reject(new Error('Nobody waits so long.'));

test('all callers share the rate, and a unit of several orders counts as several', async () => {
  const pace = new Pace(signal, never);
  pace.setRate(100);
  const began = Date.now();
  const went: number[] = [];
  await Promise.all([1, 1, 5, 1].map((count) => pace.turn(count).then(() => went.push(Date.now() - began))));
  for (const [turn, due] of [10, 20, 70, 80].entries()) expect(went[turn]).toBeGreaterThanOrEqual(due - 1);
  expect(went.at(-1)).toBeLessThan(1_000);
});

test('nobody waits without a limit, and a later rate counts from the next turn on', async () => {
  const pace = new Pace(signal, never);
  const began = Date.now();
  await Promise.all(Array.from({ length: 1_000 }, () => pace.turn(1)));
  expect(Date.now() - began).toBeLessThan(500);
  pace.setRate(20);
  const then = Date.now();
  await pace.turn(1);
  expect(Date.now() - then).toBeGreaterThanOrEqual(49);
});

test('a long wait ends early when the rate has changed', { timeout: 20_000 }, async () => {
  let looked = 0;
  const pace = new Pace(signal, async () => {
    looked += 1;
    return 1_000;
  });
  pace.setRate(0.01);
  const began = Date.now();
  await Promise.all([pace.turn(1), pace.turn(1)]);
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(looked).toBe(1);
});

test('a wait ends when the worker stops', async () => {
  const stop = new AbortController();
  const pace = new Pace(stop.signal, never);
  pace.setRate(0.01);
  const turn = pace.turn(1);
  stop.abort();
  await expect(turn).rejects.toThrow('aborted');
});
