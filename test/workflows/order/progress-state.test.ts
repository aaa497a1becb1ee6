import { expect, test } from 'vitest';
import { ProgressTracker } from '../../../workflows/order/progress-state.ts';

const attention = (detail: string) => ({ step: 'pick' as const, code: 'stock.short', detail });
const at = (second: number) => second * 1_000;
const iso = (second: number) => new Date(at(second)).toISOString();

test('an order that works waits for nothing', () => {
  const tracker = new ProgressTracker();
  expect(tracker.wait).toEqual({ waitingFor: null, since: null, attention: null });
  expect([tracker.state, tracker.reason]).toEqual(['working', undefined]);
});

test('another failed try does not begin a new wait', () => {
  const tracker = new ProgressTracker();
  tracker.enter('attention', 'an operator', attention('2 of 5'), at(10));
  tracker.enter('working', 'the service', null, at(20));
  tracker.enter('attention', 'an operator', attention('2 of 5'), at(30));
  expect(tracker.wait.since).toBe(iso(10));
});

test('a wait for something else begins anew, and so does every wait after a success', () => {
  const tracker = new ProgressTracker();
  tracker.enter('attention', 'an operator', attention('2 of 5'), at(10));
  tracker.enter('attention', 'an operator', attention('1 of 5'), at(20));
  expect(tracker.wait).toEqual({ waitingFor: 'an operator', since: iso(20), attention: attention('1 of 5') });
  tracker.reset();
  expect(tracker.wait.since).toBeNull();
  tracker.enter('attention', 'an operator', attention('2 of 5'), at(30));
  expect(tracker.wait.since).toBe(iso(30));
});

test('lists show a code and no sentence for attention and hold, and none for a step by hand', () => {
  const tracker = new ProgressTracker();
  tracker.enter('attention', 'an operator', attention('2 of 5'), at(1));
  expect(tracker.reason).toBe('stock.short');
  tracker.enter('held', 'its release: Credit check', null, at(2));
  expect(tracker.reason).toBe('order.held');
  tracker.enter('waiting', 'somebody to pick it', null, at(3));
  expect(tracker.reason).toBeUndefined();
});
