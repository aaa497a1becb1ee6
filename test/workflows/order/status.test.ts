import { expect, test } from 'vitest';
import { ActionSubject } from '../../../workflows/order/status.ts';

const attention = (detail: string) => ({ step: 'pick' as const, code: 'stock.short', detail });
const at = (second: number) => second * 1_000;
const iso = (second: number) => new Date(at(second)).toISOString();

test('an order that works waits for nothing', () => {
  const order = new ActionSubject();
  expect(order.told).toEqual({ waitingFor: null, since: null, attention: null });
  expect([order.standing, order.reason]).toEqual(['working', undefined]);
});

test('one more try in vain begins nothing new: it waits for the same since it began to', () => {
  const order = new ActionSubject();
  order.stays('attention', 'an operator', attention('2 of 5'), at(10));
  order.stays('working', 'the service', null, at(20));
  order.stays('attention', 'an operator', attention('2 of 5'), at(30));
  expect(order.told.since).toBe(iso(10));
});

test('what it waits for instead has a beginning of its own, and so has the same once something went through', () => {
  const order = new ActionSubject();
  order.stays('attention', 'an operator', attention('2 of 5'), at(10));
  order.stays('attention', 'an operator', attention('1 of 5'), at(20));
  expect(order.told).toEqual({ waitingFor: 'an operator', since: iso(20), attention: attention('1 of 5') });
  order.works();
  expect(order.told.since).toBeNull();
  order.stays('attention', 'an operator', attention('2 of 5'), at(30));
  expect(order.told.since).toBe(iso(30));
});

test('lists have a reason of what stands still, in 200 bytes, and none of what waits for its turn', () => {
  const order = new ActionSubject();
  order.stays('attention', 'an operator', attention('ü'.repeat(300)), at(1));
  expect(order.reason).toMatch(/^stock\.short: ü+…$/);
  expect(Buffer.byteLength(order.reason!)).toBeLessThanOrEqual(200);
  order.stays('held', 'its release: Credit check', null, at(2));
  expect(order.reason).toBe('its release: Credit check');
  order.stays('waiting', 'somebody to pack it', null, at(3));
  expect(order.reason).toBeUndefined();
});
