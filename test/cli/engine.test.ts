import { expect, test } from 'vitest';
import type { Difference, Reconciliation } from '../../cli/engine/reconcile.ts';
import { reconciliationText } from '../../cli/engine/reconcile-text.ts';

const missing = (id: number): Difference => ({
  kind: 'missing',
  record: 'salesorder',
  id,
  workflow_id: `order/${id}`,
  run_id: null,
  remedy: 'start',
});

const compared = (more: Partial<Reconciliation>): Reconciliation => ({
  epoch: '0b9c1f6e-3c5d-4a53-9d0e-6a4f7f1d2c11',
  records: 412,
  workflows: 400,
  counts: {},
  left: 0,
  differences: [],
  ...more,
});

const lines = (text: string) => text.trimEnd().split('\n');

test('a comparison without differences says how much it compared', () => {
  expect(lines(reconciliationText(compared({}), { fix: false }))).toEqual([
    'Compared 412 open records and 400 running workflows. The epoch is 0b9c1f6e-3c5d-4a53-9d0e-6a4f7f1d2c11.',
    'There are no differences.',
  ]);
});

test('ten differences of a kind are printed, and the command that removes them', () => {
  const differences = Array.from({ length: 12 }, (_, at) => missing(at + 1));
  const [, first, ...rest] = lines(
    reconciliationText(compared({ counts: { missing: 12 }, left: 12, differences }), { fix: false }),
  );
  expect(first).toBe('  order 1 is open, and Temporal has no workflow of it (order/1)');
  expect(rest.slice(-2)).toEqual([
    '  and 2 more',
    '12 differences. To remove them, run "conveyor engine reconcile --fix".',
  ]);
});

test('a fix names the differences that are left, and why', () => {
  const differences = [
    { ...missing(1), fixed: true, why: null },
    { ...missing(2), fixed: false, why: 'The order has no plan.' },
  ];
  const text = reconciliationText(compared({ counts: { missing: 2 }, left: 1, differences }), { fix: true });
  expect(lines(text).slice(1)).toEqual([
    '  order 1 is open, and Temporal has no workflow of it (order/1): removed',
    '  order 2 is open, and Temporal has no workflow of it (order/2): left, The order has no plan.',
    '2 differences, 1 left.',
  ]);
});
