import { expect, test } from 'vitest';
import { addNote, details } from '../../../workflows/bulk-run/view.ts';
import type { BulkRunTotals } from '../../../workflows/contract/bulk-run.ts';

const totals: BulkRunTotals = { state: 'running', rate: 5, total: 1_200, done: 40, skipped: 1, warned: 0, failed: 2 };
const input = { run: 17, action: 'issue', total: 1_200 };
const at = Date.UTC(2026, 10, 21, 7, 12, 3);
const signalOf = (event: string, more: { by?: string; rate?: number | null } = {}) => ({ event, by: 'Ana', ...more });

test('the details of a run show its state, how far it is and how fast it may go', () => {
  const text = details(input, totals, []);
  expect(text).toContain('**running**: issue, 43 of 1,200 orders, at most 5 orders a second');
  expect(text).toContain('| 40\u2003| 1\u2003| 0\u2003| 2 |');
});

test.each([
  [
    'running',
    'Updates: `pause`, `setRate`, `cancel`, each with `{"by": "you@example.com"}`; `setRate` with `"rate"` as well.',
  ],
  [
    'paused',
    'Updates: `resume`, `setRate`, `cancel`, each with `{"by": "you@example.com"}`; `setRate` with `"rate"` as well.',
  ],
] as const)('the details of a run that is %s name the updates that it accepts', (state, updates) => {
  expect(details(input, { ...totals, state }, [])).toContain(updates);
});

test.each(['done', 'canceled'] as const)('a run that is %s has no updates', (state) => {
  expect(details(input, { ...totals, state }, [])).not.toContain('Updates');
});

test('Markdown in names of orders and people is escaped', () => {
  const troubles = [{ order: 'S_1', outcome: 'failed' as const, why: 'a | b' }];
  const text = details(input, { ...totals, troubles }, addNote([], signalOf('bulkrun.paused', { by: '*Ana*' }), at));
  expect(text).toContain('| S\\_1\u2003| failed\u2003| a \\| b |');
  expect(text).toContain('- 2026-11-21 07:12:03 UTC: \\*Ana\\* paused it');
});

test('an action is noted once, however often its signal arrives', () => {
  const once = addNote([], signalOf('bulkrun.modified', { rate: 20 }), at);
  expect(once).toEqual(['2026-11-21 07:12:03 UTC: Ana set its rate to 20 orders a second']);
  expect(addNote(once, signalOf('bulkrun.modified', { rate: 20 }), at + 400)).toEqual(once);
  expect(addNote(once, signalOf('bulkrun.modified', { rate: null }), at).at(-1)).toMatch(
    /Ana set its rate to no limit$/,
  );
});

test('a signal without a name, or of no action of a person, is not noted', () => {
  expect(addNote([], { event: 'bulkrun.paused' }, at)).toEqual([]);
  expect(addNote([], signalOf('bulkrun.finished'), at)).toEqual([]);
});

test('the ten latest notes are kept', () => {
  const events = ['bulkrun.paused', 'bulkrun.resumed'];
  let notes: string[] = [];
  for (let time = 0; time < 30; time += 1) notes = addNote(notes, signalOf(events[time % 2]!), at + time * 60_000);
  expect(notes).toHaveLength(10);
  expect(notes.at(-1)).toBe('2026-11-21 07:41:03 UTC: Ana resumed it');
});
