import { expect, test } from 'vitest';
import { type DecisionName, objectionTo, waysOut } from '../../../workflows/order/decisions.ts';
import type { OrderProgress, OrderStep } from '../../../workflows/order/messages.ts';

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
const booking = {
  carrier: { name: 'Parcels', plugin: 'parcel', book_at: 'ship', own_queue: false } as const,
  steps: steps.map((step) => ({ step, required: true, by: 'automatic' as const, why: 'built-in default' })),
};

/** An order that is in attention at a step; the steps before it are done. */
function inAttention(at: OrderStep, code: string, by: 'hand' | 'automatic' = 'automatic'): OrderProgress {
  const plan = at === 'issue' ? (['issue', ...steps] as const) : steps;
  const from = (plan as readonly OrderStep[]).indexOf(at);
  return {
    orderId: 12,
    step: at,
    state: 'attention',
    waitingFor: 'an operator',
    since: null,
    attention: { step: at, code, detail: 'It cannot be done.' },
    steps: plan.map((step, index) => ({ step, required: true, by, done: index < from, why: 'built-in default' })),
  };
}

test.each<[OrderStep, string, 'hand' | 'automatic', DecisionName[]]>([
  ['issue', 'issue.gave-up', 'automatic', ['retry', 'ignoreWarnings', 'cancel']],
  ['pick', 'stock.short', 'automatic', ['retry', 'byHand', 'changeCarrier', 'cancel']],
  ['pack', 'pack.too-large', 'automatic', ['retry', 'skip', 'byHand', 'changeCarrier', 'cancel']],
  ['ship', 'carrier.refused', 'automatic', ['retry', 'skip', 'byHand', 'changeCarrier', 'cancel']],
  ['ship', 'carrier.refused', 'hand', ['retry', 'skip', 'automatic', 'changeCarrier', 'cancel']],
  // The label is on the carton, and the service changes no carrier then.
  ['ship', 'order.state', 'automatic', ['retry', 'skip', 'byHand', 'cancel']],
  ['pickup', 'carrier.unavailable', 'automatic', ['retry', 'byHand', 'cancel']],
  // Its workflow is closed: no update reaches it.
  ['ship', 'engine.canceled', 'automatic', []],
])('an attention at %s with %s, %s, offers what can be decided', (at, code, by, offered) => {
  const progress = inAttention(at, code, by);
  const ways = waysOut(progress, booking);
  expect(ways).toEqual(offered);
  for (const way of ways) expect(objectionTo(way, progress, at)).toBeNull();
});

test('an order without attention offers nothing, and the step of a refused decision is named', () => {
  const waiting = { ...inAttention('pack', ''), state: 'waiting', attention: null } as const;
  expect(waysOut(waiting, booking)).toEqual([]);
  expect(objectionTo('retry', waiting)).toBe('The order is not in attention: it is waiting.');
  expect(objectionTo('skip', waiting, 'pick')).toBe("The order's pick is already done.");
  expect(objectionTo('skip', waiting, 'pickup')).toBe("The pickup step can't be skipped: only pack and ship can.");
  expect(objectionTo('byHand', waiting, 'ship')).toBeNull();
  expect(objectionTo('cancel', { ...waiting, step: null })).toBe('The order has ended.');
});
