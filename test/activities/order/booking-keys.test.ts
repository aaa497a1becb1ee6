import { expect, test } from 'vitest';
import { byKey } from '../../../activities/order/booking-keys.ts';

const cartons = [{ id: 1 }, { id: 2 }, { id: 3 }];

test('all cartons of an order are asked for under one key, in every attempt', () => {
  expect(byKey('order/7/ship', cartons, [])).toEqual([{ idempotencyKey: 'order/7/ship', cartons }]);
  expect(byKey('order/7/ship', [], [])).toEqual([]);
});

test('a carton whose label was voided gets another key, and those beside it keep theirs', () => {
  expect(byKey('order/7/ship', cartons, [{ carton_id: 2 }])).toEqual([
    { idempotencyKey: 'order/7/ship', cartons: [{ id: 1 }, { id: 3 }] },
    { idempotencyKey: 'order/7/ship/1', cartons: [{ id: 2 }] },
  ]);
});

test('each time that its label is voided it gets a new one; cartons that are gone change nothing', () => {
  const keys = byKey('order/7/ship', [{ id: 2 }], [{ carton_id: 2 }, { carton_id: 2 }, { carton_id: 9 }]);
  expect(keys.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['order/7/ship/2']);
});
