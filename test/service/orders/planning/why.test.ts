import { expect, test } from 'vitest';
import type { Reason } from '../../../../config/planning/plan.ts';
import { whyOf } from '../../../../service/orders/progress/why.ts';

const reason = (said: Partial<Reason>): Reason => ({
  source: 'default',
  name: '',
  file: null,
  line: null,
  hash: null,
  decides: 'pack.required',
  value: true,
  fired: true,
  why: 'every step is done unless something skips it',
  conditions: [],
  ...said,
});
const rule = reason({
  source: 'rule',
  name: 'Counter sales are not packed',
  value: false,
  why: 'skip pack, as source.name = "Counter"',
});
const whoDoesIt = reason({ decides: 'pack.by', value: 'hand', why: 'by hand unless something says otherwise' });
const of = (required: boolean, ...reasons: Reason[]) =>
  whyOf({ step: 'pack', required, by: 'hand', deadline: null, reasons });

test('a skipped step names the rule, and not the person who would do it', () => {
  const overruled = reason({ overruled_by: 'rule "Counter sales are not packed"' });
  expect(of(false, rule, overruled, whoDoesIt)).toBe(
    'rule "Counter sales are not packed": skip pack, as source.name = "Counter"',
  );
});

test('a carrier is named, and an operator is in the explanation already', () => {
  const carrier = reason({ source: 'carrier', name: 'Will Call', value: false, why: 'the customer collects it' });
  expect(of(false, carrier)).toBe('carrier "Will Call": the customer collects it');
  expect(of(false, reason({ source: 'operator', name: 'Ana', value: false, why: 'Ana skipped it' }))).toBe(
    'Ana skipped it',
  );
});

test('two directives of a plugin with one reason give it once', () => {
  const said = { source: 'setting', name: 'second-check', why: 'second check: 800 is above 500' } as const;
  const directives = [reason(said), reason({ ...said, decides: 'pack.automatic', value: false })];
  expect(of(true, ...directives)).toBe('second check: 800 is above 500');
});

test('a required step gives the reasons for itself and for who does it', () => {
  const other = reason({ fired: false, source: 'rule', name: 'Never', why: 'never' });
  expect(of(true, reason({}), whoDoesIt, other)).toBe(
    'every step is done unless something skips it; by hand unless something says otherwise',
  );
});
