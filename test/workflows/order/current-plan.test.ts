import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderSnapshot, StepSnapshot } from '../../../activities/order/activities.ts';
import { type PlannedCarrier, type Step, steps as stepNames } from '../../../config/planning/plan.ts';
import type { StepInput } from '../../../workflows/contract/order.ts';
import {
  bookingOf,
  type CurrentPlan,
  changeStep,
  endOf,
  markEvaluated,
  mergeSnapshot,
  nextStep,
} from '../../../workflows/order/current-plan.ts';

const step = (name: Step, more: Partial<StepInput> = {}): StepInput => ({
  step: name,
  required: true,
  by: 'hand',
  why: 'built-in default',
  ...more,
});
const planOf = (...steps: StepInput[]): CurrentPlan => ({ steps, carrier: null });
/** The snapshot of an order with these steps. */
const snapshotOf = (steps: StepSnapshot[], more: Partial<OrderSnapshot> = {}): OrderSnapshot => ({
  status: 'In Progress',
  held: false,
  steps,
  ...more,
});
const stepOf = (name: Step, more: Partial<StepSnapshot> = {}) => ({
  step: name,
  required: true,
  by: 'hand' as const,
  done: false,
  why: 'built-in default',
  ...more,
});
const post: PlannedCarrier = { name: 'Parcel Post', plugin: 'parcel', book_at: 'ship', own_queue: false };
const van: PlannedCarrier = { name: 'Own Van', plugin: 'plain', book_at: null, own_queue: false };

describe('the next step', () => {
  test('is the first that is required and not done', () => {
    const plan = planOf(step('pick', { done: true }), step('pack', { required: false }), step('ship'), step('pickup'));
    expect(nextStep(plan)?.step).toBe('ship');
    expect(nextStep(changeStep(plan, 'ship', { done: true }))?.step).toBe('pickup');
    expect(plan.steps[2]?.done).toBeUndefined();
  });

  test('is none where all are done', () => {
    expect(nextStep(planOf(step('pick', { done: true }), step('pack', { required: false })))).toBeUndefined();
  });
});

describe('a snapshot of the service is merged', () => {
  test('with who does a step, whether it is required, whether it is done, and the reason', () => {
    const plan = planOf(step('pick'), step('pack'));
    const now = snapshotOf([
      stepOf('pick', { done: true }),
      stepOf('pack', { required: false, by: 'automatic', why: 'Ana' }),
    ]);
    expect(mergeSnapshot(plan, now).steps).toMatchObject([
      { step: 'pick', done: true, why: 'built-in default' },
      { step: 'pack', required: false, by: 'automatic', why: 'Ana' },
    ]);
  });

  test('and the start of a wait at a step stays', () => {
    const plan = planOf(step('pick', { since: 1_000 }));
    expect(mergeSnapshot(plan, snapshotOf([stepOf('pick')])).steps[0]).toMatchObject({ since: 1_000 });
  });

  test('and rules that were evaluated are not evaluated again, whatever the reported plan names', () => {
    const plan = markEvaluated(planOf(step('pack', { deferred: true, waits: [60, 3_600] })), 'pack', 60);
    const { steps } = mergeSnapshot(plan, snapshotOf([stepOf('pack', { deferred: true, waits: [60, 3_600, 7_200] })]));
    expect(steps[0]).toMatchObject({ deferred: false, waits: [3_600, 7_200], evaluated: 60 });
  });

  test('and an absent carrier leaves the known one, while null removes it', () => {
    const plan = { steps: [step('pick')], carrier: post };
    expect(mergeSnapshot(plan, snapshotOf([stepOf('pick')])).carrier).toBe(post);
    expect(mergeSnapshot(plan, snapshotOf([stepOf('pick')], { carrier: van })).carrier).toBe(van);
    expect(mergeSnapshot(plan, snapshotOf([stepOf('pick')], { carrier: null })).carrier).toBeNull();
  });

  test('with the same result when it is merged twice', () => {
    const seconds = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
    const name = fc.constantFrom(...stepNames);
    const steps = fc.uniqueArray(
      fc.record({ step: name, deferred: fc.constantFrom(true, false, undefined), waits: seconds }),
      { maxLength: 4, selector: ({ step }) => step },
    );
    const moment = fc.record({ step: name, waited: fc.constantFrom(null, 1, 4, 9) });
    fc.assert(
      fc.property(steps, steps, fc.array(moment, { maxLength: 3 }), (known, now, moments) => {
        const pinned = planOf(...known.map(({ step: name, ...more }) => step(name, more)));
        const plan = moments.reduce((plan, { step: name, waited }) => markEvaluated(plan, name, waited), pinned);
        const answer = snapshotOf(now.map(({ step: name, ...more }) => stepOf(name, more)));
        const once = mergeSnapshot(plan, answer);
        expect(mergeSnapshot(once, answer)).toEqual(once);
        // An evaluated wait does not appear again.
        for (const { waits = [], evaluated } of once.steps)
          expect(waits.every((each) => each > (evaluated ?? 0))).toBe(true);
      }),
    );
  });
});

describe('deferred rules are evaluated once', () => {
  const plan = planOf(
    step('pick', { deferred: true }),
    step('pack', { deferred: true, waits: [60, 3_600] }),
    step('ship', { deferred: true }),
  );

  test('when the order reaches a step: there and at the steps before it', () => {
    const { steps } = markEvaluated(plan, 'pack', null);
    expect(steps.map(({ deferred, evaluated }) => [deferred, evaluated])).toEqual([
      [false, 0],
      [false, 0],
      [true, undefined],
    ]);
    expect(steps[1]?.waits).toEqual([60, 3_600]);
  });

  test('for each wait at a step', () => {
    const once = markEvaluated(plan, 'pack', 60);
    expect(once.steps[1]).toMatchObject({ waits: [3_600], evaluated: 60 });
    expect(markEvaluated(once, 'pack', 3_600).steps[1]).toMatchObject({ waits: [], evaluated: 3_600 });
    expect(once.steps[2]).toEqual(plan.steps[2]);
  });

  test('and a longer wait is not followed by a shorter one', () => {
    expect(markEvaluated(markEvaluated(plan, 'pack', 3_600), 'pack', 60).steps[1]).toMatchObject({
      waits: [],
      evaluated: 3_600,
    });
  });
});

test('bookings follow the steps of the start, and the current ones after the carrier has changed', () => {
  const input = { steps: [step('pick'), step('ship')], carrier: post };
  const plan = changeStep(input, 'pick', { done: true });
  expect(bookingOf(plan, input)).toBe(input);
  const other = mergeSnapshot(plan, snapshotOf([stepOf('pick', { done: true }), stepOf('ship')], { carrier: van }));
  expect(bookingOf(other, input)).toBe(other);
  expect(bookingOf({ ...plan, carrier: { ...post, book_at: 'pack' } }, input).carrier?.book_at).toBe('pack');
});

test.each([
  ['Fulfilled', 'fulfilled'],
  ['Void', 'voided'],
  ['Draft', 'unissued'],
  ['Closed Short', 'closed short'],
  ['Issued', null],
  ['In Progress', null],
])('an order in state %s has this end: %s', (status, end) => {
  expect(endOf({ status })).toBe(end);
});
