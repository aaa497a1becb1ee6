import { expect, test } from 'vitest';
import { formOf } from '../../../../service/platform/database/statement-form.ts';

test.each([
  'begin; set local lock_timeout = 300',
  'savepoint operation',
  'release savepoint operation',
  '-- Plans for many rows.\n    set local plan_cache_mode = force_custom_plan; set local enable_hashjoin = on',
])('has no result, and goes with the next statement: %s', (text) => {
  expect(formOf(text)).toBe('held');
});

test.each([
  'commit',
  'rollback',
  'rollback to savepoint operation',
  'set lock_timeout = 1',
  'alter table part add x int',
])('is sent at once, without a name: %s', (text) => {
  expect(formOf(text)).toBeNull();
});

test('a statement that PostgreSQL can prepare has a name of its own, also after comments', () => {
  const texts = [
    'select 1',
    '\n  -- Selects.\n  -- Twice.\n  select 1',
    'with a as (select 1) select * from a',
    'update part set note = $1',
  ];
  const names = texts.map((text) => (formOf(text) as { name: string }).name);
  expect(new Set(names).size).toBe(texts.length);
  expect(texts.map((text) => (formOf(text) as { name: string }).name)).toEqual(names);
});
