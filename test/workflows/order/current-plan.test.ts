import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderNow } from '../../../activities/order/activities.ts';
import { type PlannedCarrier, type Step, steps as stepNames } from '../../../planning/plan.ts';
import type { OrderInput, StepInput } from '../../../workflows/contract/order.ts';
import {
  bookingOf,
  changed,
  endOf,
  nextStep,
  type PlanNow,
  spoken,
  takeOver,
} from '../../../workflows/order/current-plan.ts';

const step = (name: Step, more: Partial<StepInput> = {}): StepInput => ({
  step: name,
  required: true,
  by: 'hand',
  why: 'built-in default',
  ...more,
});
const planOf = (...steps: StepInput[]): PlanNow => ({ steps, carrier: null });
/** What the service says of an order whose steps stand like this. */
const said = (steps: OrderNow['steps'], more: Partial<OrderNow> = {}): OrderNow => ({
  status: 'In Progress',
  held: false,
  steps,
  ...more,
});
const told = (name: Step, more: Partial<OrderNow['steps'][number]> = {}) => ({
  step: name,
  required: true,
  by: 'hand' as const,
  done: false,
  ...more,
});
const post: PlannedCarrier = { name: 'Parcel Post', plugin: 'parcel', book_at: 'ship', own_queue: false };
const van: PlannedCarrier = { name: 'Own Van', plugin: 'plain', book_at: null, own_queue: false };

describe('the next step', () => {
  test('is the first that is required and not done', () => {
    const plan = planOf(step('pick', { done: true }), step('pack', { required: false }), step('ship'), step('pickup'));
    expect(nextStep(plan)?.step).toBe('ship');
    expect(nextStep(changed(plan, 'ship', { done: true }))?.step).toBe('pickup');
    expect(plan.steps[2]?.done).toBeUndefined();
  });

  test('is none where all is done', () => {
    expect(nextStep(planOf(step('pick', { done: true }), step('pack', { required: false })))).toBeUndefined();
  });
});

describe('what the service says is taken over', () => {
  test('with who does a step, whether it is required, whether it is done, and why', () => {
    const plan = planOf(step('pick'), step('pack'));
    const now = said([told('pick', { done: true }), told('pack', { required: false, by: 'automatic', why: 'Ana' })]);
    expect(takeOver(plan, now).steps).toMatchObject([
      { step: 'pick', done: true, why: 'built-in default' },
      { step: 'pack', required: false, by: 'automatic', why: 'Ana' },
    ]);
  });

  test('and a step that it tells no reason of keeps its own, unless it is required where it was not', () => {
    const plan = planOf(step('pick'), step('pack', { required: false, why: 'the customer collects it' }));
    const { steps } = takeOver(plan, said([told('pick'), told('pack')]));
    expect(steps.map(({ why }) => why)).toEqual(['built-in default', expect.stringContaining('the plan was changed')]);
  });

  test('and since when a step waits stays', () => {
    const plan = planOf(step('pick', { since: 1_000 }));
    expect(takeOver(plan, said([told('pick')])).steps[0]).toMatchObject({ since: 1_000 });
  });

  test('and rules that have spoken at a step are not asked again, whatever the plan of now names', () => {
    const plan = spoken(planOf(step('pack', { again: true, waits: [60, 3_600] })), 'pack', 60);
    const { steps } = takeOver(plan, said([told('pack', { again: true, waits: [60, 3_600, 7_200] })]));
    expect(steps[0]).toMatchObject({ again: false, waits: [3_600, 7_200], spoken: 60 });
  });

  test('and a carrier that it does not tell is the one that was known; that there is none any more is told by null', () => {
    const plan = { steps: [step('pick')], carrier: post };
    expect(takeOver(plan, said([told('pick')])).carrier).toBe(post);
    expect(takeOver(plan, said([told('pick')], { carrier: van })).carrier).toBe(van);
    expect(takeOver(plan, said([told('pick')], { carrier: null })).carrier).toBeNull();
  });

  test('twice as well as once', () => {
    const seconds = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
    const name = fc.constantFrom(...stepNames);
    const steps = fc.uniqueArray(
      fc.record({ step: name, again: fc.constantFrom(true, false, undefined), waits: seconds }),
      { maxLength: 4, selector: ({ step }) => step },
    );
    const moment = fc.record({ step: name, waited: fc.constantFrom(null, 1, 4, 9) });
    fc.assert(
      fc.property(steps, steps, fc.array(moment, { maxLength: 3 }), (known, now, moments) => {
        const begun = planOf(...known.map(({ step: name, ...more }) => step(name, more)));
        const plan = moments.reduce((plan, { step: name, waited }) => spoken(plan, name, waited), begun);
        const answer = said(now.map(({ step: name, ...more }) => told(name, more)));
        const once = takeOver(plan, answer);
        expect(takeOver(once, answer)).toEqual(once);
        // No moment that rules have spoken to comes back.
        for (const { waits = [], spoken } of once.steps) expect(waits.every((each) => each > (spoken ?? 0))).toBe(true);
      }),
    );
  });
});

describe('rules speak once', () => {
  const plan = planOf(
    step('pick', { again: true }),
    step('pack', { again: true, waits: [60, 3_600] }),
    step('ship', { again: true }),
  );

  test('when the order comes to a step: there and at those that it came past', () => {
    const { steps } = spoken(plan, 'pack', null);
    expect(steps.map(({ again, spoken }) => [again, spoken])).toEqual([
      [false, 0],
      [false, 0],
      [true, undefined],
    ]);
    expect(steps[1]?.waits).toEqual([60, 3_600]);
  });

  test('when it has waited so long at a step, and the next time later', () => {
    const once = spoken(plan, 'pack', 60);
    expect(once.steps[1]).toMatchObject({ waits: [3_600], spoken: 60 });
    expect(spoken(once, 'pack', 3_600).steps[1]).toMatchObject({ waits: [], spoken: 3_600 });
    expect(once.steps[2]).toEqual(plan.steps[2]);
  });

  test('and who was told of a longer wait does not go back to a shorter one', () => {
    expect(spoken(spoken(plan, 'pack', 3_600), 'pack', 60).steps[1]).toMatchObject({ waits: [], spoken: 3_600 });
  });
});

test('bookings go by the steps of the start, and by those of now once another carrier sends the order', () => {
  const input = { steps: [step('pick'), step('ship')], carrier: post } as OrderInput;
  const plan = changed(input, 'pick', { done: true });
  expect(bookingOf(plan, input)).toBe(input);
  const other = takeOver(plan, said([told('pick', { done: true }), told('ship')], { carrier: van }));
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
])('an order that is %s has come to this end: %s', (status, end) => {
  expect(endOf({ status })).toBe(end);
});
