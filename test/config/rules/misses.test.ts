import { expect, test } from 'vitest';
import { conditionWords } from '../../../config/planning/rule-outcomes.ts';
import { missWords } from '../../../config/rules/run-cases.ts';

const miss = (expected: unknown, actual: unknown) =>
  missWords({ what: 'not_before', expected, actual, line: 1, column: 1 });

test('a failing case says the moments of its steps', () => {
  expect(miss({ ship: '2026-04-29 00:00', pack: null }, { ship: '2026-04-30 00:00', pack: null })).toBe(
    'not_before: expected ship 2026-04-29 00:00, pack nothing, is ship 2026-04-30 00:00, pack nothing',
  );
});

test('a condition on a custom field says the object that it has seen', () => {
  const condition = { path: 'custom.address', operator: '=', expected: 'x', actual: { city: 'Bonn' }, holds: false };
  expect(conditionWords(condition)).toContain('is {"city":"Bonn"}');
});
