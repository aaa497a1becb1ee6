import { describe, expect, test } from 'vitest';
import { differences } from '../../../config/planning/differences.ts';
import { firstMoment, isPossible } from '../../../config/planning/not-before.ts';
import type { Calendar, NotBefore } from '../../../config/planning/plan.ts';
import { createPlanner } from '../../../config/planning/planner.ts';
import { loadText } from '../load-text.ts';
import { orderFacts } from './facts.ts';

const warehouse: Calendar = {
  name: 'Warehouse',
  time_zone: 'Europe/Berlin',
  hours: { mon: ['08:00', '17:00'], tue: ['08:00', '17:00'], fri: ['08:00', '24:00'] },
  closed: ['2026-04-28'],
};

// 23 April 2026 is a Thursday.
test.each<[earliest: NotBefore, now: string, expected: string]>([
  [{ day: 'thu' }, '2026-04-23T10:00:00Z', '2026-04-23T10:00:00Z'],
  [{ day: 'thu' }, '2026-04-24T10:00:00Z', '2026-04-29T22:00:00Z'],
  [{ day: 'thu' }, '2026-04-22T21:59:59Z', '2026-04-22T22:00:00Z'],
  [{ day: 'thu', time: '08:00' }, '2026-04-23T05:00:00Z', '2026-04-23T06:00:00Z'],
  [{ day: 'thu', time: '08:00' }, '2026-04-23T15:00:00Z', '2026-04-23T15:00:00Z'],
  [{ day: 'tomorrow' }, '2026-04-23T10:00:00Z', '2026-04-23T22:00:00Z'],
  [{ day: 'tomorrow', time: '07:30' }, '2026-04-23T22:00:00Z', '2026-04-25T05:30:00Z'],
  [{ time: '08:00' }, '2026-04-23T05:59:00Z', '2026-04-23T06:00:00Z'],
  [{ time: '08:00' }, '2026-04-23T06:00:01Z', '2026-04-23T06:00:01Z'],
  [{ calendar: warehouse }, '2026-04-23T10:00:00Z', '2026-04-24T06:00:00Z'],
  [{ calendar: warehouse }, '2026-04-24T21:59:00Z', '2026-04-24T21:59:00Z'],
  [{ calendar: warehouse }, '2026-04-24T22:00:00Z', '2026-04-27T06:00:00Z'],
  [{ calendar: warehouse, day: 'tue', time: '16:00' }, '2026-04-23T10:00:00Z', '2026-05-05T14:00:00Z'],
  [{ calendar: warehouse, day: 'tomorrow' }, '2026-04-27T10:00:00Z', '2026-05-01T06:00:00Z'],
  [{ day: 'sun', time: '02:30' }, '2026-03-28T12:00:00Z', '2026-03-29T01:30:00Z'],
])('the first moment of %j from %s is %s', (earliest, now, expected) => {
  expect(firstMoment(earliest, 'Europe/Berlin', new Date(now))).toEqual(new Date(expected));
});

test('a moment never comes where the calendar has no hours for it', () => {
  expect(isPossible({ calendar: warehouse, day: 'wed' })).toBe(false);
  expect(isPossible({ calendar: warehouse, day: 'mon', time: '17:00' })).toBe(false);
  expect(isPossible({ calendar: warehouse, day: 'fri', time: '23:59' })).toBe(true);
  expect(isPossible({ day: 'tomorrow' })).toBe(true);
});

describe('a plan', () => {
  const thursdays =
    'rules: [{ name: Wholesale ships on Thursdays, then: { pick: automatic, ship: automatic, not_before: { ship: thursday, pack: "08:00" } } }]\n';

  test('has the earliest moment of automatic steps, and its reason', async () => {
    const plan = createPlanner(await loadText(thursdays)).plan(orderFacts());
    expect(plan.steps.map(({ step, not_before }) => [step, not_before])).toEqual([
      ['pick', undefined],
      // People pack whenever they want.
      ['pack', undefined],
      ['ship', { day: 'thu' }],
      ['pickup', undefined],
    ]);
    expect(plan.steps[2]?.reasons.map(({ why }) => why)).toContain(
      'automatic ship not before thursday, for every order',
    );
  });

  test('that differs in it says so', async () => {
    const facts = orderFacts();
    const before = createPlanner(await loadText(thursdays.replace('thursday, ', 'friday, '))).plan(facts);
    const after = createPlanner(await loadText(thursdays)).plan(facts);
    expect(differences(before, after)).toEqual([{ what: 'ship not before', before: 'friday', after: 'thursday' }]);
  });

  test('keeps the moment of a step that the order has reached, unless the decision is another one', async () => {
    const planner = createPlanner(await loadText(thursdays));
    const facts = orderFacts();
    const made = planner.plan(facts);
    const reached = made.steps.map((planned) =>
      planned.step === 'ship' ? { ...planned, not_before_at: '2026-04-23T00:00:00.000Z' } : planned,
    );
    const decided = planner.applyDecision({ ...made, steps: reached }, facts, {
      by: 'Ana',
      claims: [{ question: 'pack.by', value: 'automatic' }],
    });
    expect(decided.steps[2]).toMatchObject({ not_before: { day: 'thu' }, not_before_at: '2026-04-23T00:00:00.000Z' });
  });
});
