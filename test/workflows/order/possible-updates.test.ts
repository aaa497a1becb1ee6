import { expect, test } from 'vitest';
import { decisionVerbs } from '../../../service/orders/progress/possible-decisions.ts';
import type { OrderProgress, OrderStep } from '../../../workflows/order/messages.ts';
import { objectionTo, updatesOf } from '../../../workflows/order/possible-updates.ts';

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
/** An order that is in attention at a step; the steps before it are done. */
function inAttention(at: OrderStep, code: string): OrderProgress {
  const plan = at === 'issue' ? (['issue', ...steps] as const) : steps;
  const from = (plan as readonly OrderStep[]).indexOf(at);
  return {
    orderId: 12,
    step: at,
    state: 'attention',
    waitingFor: 'an operator',
    since: null,
    attention: { step: at, code, detail: 'It cannot be done.' },
    held: false,
    steps: plan.map((step, index) => ({
      step,
      required: true,
      by: 'automatic',
      done: index < from,
      why: 'built-in default',
    })),
  };
}

test('of the decisions that the service names, those with an update are shown, the mild ones first', () => {
  const progress = { ...inAttention('pack', 'pack.too-large'), held: true };
  const updates = updatesOf(decisionVerbs, progress);
  expect(updates.join(' ')).toBe('retry release skip byHand automatic changeCarrier hold replan cancel');
  expect(updatesOf(['carrier', 'void'], progress)).toEqual(['changeCarrier', 'cancel']);
  expect(updatesOf([], progress)).toEqual([]);
});

test.each<[OrderStep, string]>([
  ['issue', 'retry ignoreWarnings hold cancel'],
  ['pick', 'retry byHand automatic changeCarrier hold replan cancel'],
  ['ship', 'retry skip byHand automatic changeCarrier hold replan cancel'],
])('no update is shown that its validator refuses at %s', (at, shown) => {
  const progress = inAttention(at, 'stock.short');
  expect(updatesOf(decisionVerbs, progress).join(' ')).toBe(shown);
});

test('the step of a refused decision is named, and what the order is instead', () => {
  const waiting = { ...inAttention('pack', ''), state: 'waiting', attention: null } as const;
  expect(objectionTo('retry', waiting)).toBe('The order is not in attention: it is waiting.');
  expect(objectionTo('release', waiting)).toBe('The order is not on hold: it is waiting.');
  expect(objectionTo('skip', waiting, 'pick')).toBe("The order's pick is already done.");
  expect(objectionTo('skip', waiting, 'pickup')).toBe("The pickup step can't be skipped: only pack and ship can.");
  expect(objectionTo('byHand', waiting, 'ship')).toBeNull();
  expect(objectionTo('cancel', { ...waiting, step: null })).toBe('The order has ended.');
});
