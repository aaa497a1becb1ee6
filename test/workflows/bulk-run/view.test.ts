import { expect, test } from 'vitest';
import { details, noteOf } from '../../../workflows/bulk-run/view.ts';
import type { BulkRunTotals } from '../../../workflows/contract/bulk-run.ts';

const totals: BulkRunTotals = { state: 'running', rate: 5, total: 1_200, done: 40, skipped: 1, warned: 0, failed: 2 };
const input = { run: 17, action: 'issue', total: 1_200 };
const at = Date.UTC(2026, 10, 21, 7, 12, 3);
const told = (event: string, more: { by?: string; rate?: number | null } = {}) => ({ event, by: 'Ana', ...more });

test('the details of a run say how it stands, how far it is and how fast it may go', () => {
  const text = details(input, totals, []);
  expect(text).toContain('**running**: issue, 43 of 1,200 orders, at most 5 orders a second');
  expect(text).toContain('| 40 | 1 | 0 | 2 |');
});

test.each([
  ['running', 'Updates: `pause`, `setRate`, `cancel`, each with `{"by": "…"}`; `setRate` with `"rate"` as well.'],
  ['paused', 'Updates: `resume`, `setRate`, `cancel`, each with `{"by": "…"}`; `setRate` with `"rate"` as well.'],
] as const)('of a run that is %s they name the updates that there are', (state, updates) => {
  expect(details(input, { ...totals, state }, [])).toContain(updates);
});

test.each(['done', 'canceled'] as const)('a run that is %s has no updates', (state) => {
  expect(details(input, { ...totals, state }, [])).not.toContain('Updates');
});

test('names of orders and people are no markdown', () => {
  const troubles = [{ order: 'S_1', outcome: 'failed' as const, why: 'a | b' }];
  const text = details(input, { ...totals, troubles }, noteOf([], told('bulkrun.paused', { by: '*Ana*' }), at));
  expect(text).toContain('| S\\_1 | failed | a \\| b |');
  expect(text).toContain('- 2026-11-21 07:12:03 UTC: \\*Ana\\* paused it');
});

test('who did what is noted once, however often it is told', () => {
  const once = noteOf([], told('bulkrun.modified', { rate: 20 }), at);
  expect(once).toEqual(['2026-11-21 07:12:03 UTC: Ana set its rate to 20 orders a second']);
  expect(noteOf(once, told('bulkrun.modified', { rate: 20 }), at + 400)).toEqual(once);
  expect(noteOf(once, told('bulkrun.modified', { rate: null }), at).at(-1)).toMatch(/Ana set its rate to no limit$/);
});

test('what is told without a name, or is nothing that people do, is not noted', () => {
  expect(noteOf([], { event: 'bulkrun.paused' }, at)).toEqual([]);
  expect(noteOf([], told('bulkrun.finished'), at)).toEqual([]);
});

test('the ten latest notes are kept', () => {
  const events = ['bulkrun.paused', 'bulkrun.resumed'];
  let notes: string[] = [];
  for (let time = 0; time < 30; time += 1) notes = noteOf(notes, told(events[time % 2]!), at + time * 60_000);
  expect(notes).toHaveLength(10);
  expect(notes.at(-1)).toBe('2026-11-21 07:41:03 UTC: Ana resumed it');
});
