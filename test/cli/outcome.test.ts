import { expect, test } from 'vitest';
import { isAtRest, outcomeOf } from '../../cli/run/outcome.ts';
import { exitCodeOf } from '../../cli/run/report.ts';
import type { RunResult } from '../../cli/run/run.ts';

const at = (status: string, state: 'working' | 'waiting' | 'attention' | 'held' | 'done', waiting_for: string | null) =>
  outcomeOf({ status, state, waiting_for });

test('an order is at rest when it is over, or says what it waits for', () => {
  const atRest = [
    at('Fulfilled', 'done', null),
    at('Void', 'done', null),
    at('Issued', 'waiting', 'stock: 2 of part 9'),
    at('In Progress', 'waiting', 'pack by hand'),
    at('Issued', 'held', 'release: Credit check'),
    at('In Progress', 'attention', 'The carrier refuses the address.'),
    at('Draft', 'waiting', 'to be issued'),
  ];
  expect(atRest.map(isAtRest)).toEqual(Array(7).fill(true));
  expect(atRest.map(({ outcome }) => outcome)).toEqual([
    'fulfilled',
    'ended',
    'waits',
    'waits',
    'held',
    'attention',
    'not issued',
  ]);
});

test('an order that works, or waits without a word, is not at rest', () => {
  expect(isAtRest(at('Issued', 'working', null))).toBe(false);
  expect(isAtRest(at('Issued', 'waiting', null))).toBe(false);
});

test('the exit code says whether orders were left behind', () => {
  const code = (outcomes: Record<string, number>, timedOut = false, waited = true) =>
    exitCodeOf({ outcomes, timedOut } as unknown as RunResult, waited);
  expect(code({ fulfilled: 3, waits: 1, held: 1, attention: 1 })).toBe(0);
  expect(code({ fulfilled: 3, 'not issued': 1 })).toBe(1);
  expect(code({ fulfilled: 3, 'at work': 1 }, true)).toBe(3);
  expect(code({ 'at work': 3 }, false, false)).toBe(0);
});
