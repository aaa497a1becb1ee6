import { expect, test } from 'vitest';
import { bookingKey, groupByKey } from '../../../activities/order/booking.ts';
import type { SalesOrder } from '../../../client/client.ts';

const cartons = [{ id: 1 }, { id: 2 }, { id: 3 }];

test('all cartons of an order are booked under one key, in every attempt', () => {
  expect(groupByKey('order/7/ship', cartons, [])).toEqual([{ idempotencyKey: 'order/7/ship', cartons }]);
  expect(groupByKey('order/7/ship', [], [])).toEqual([]);
});

test('a carton whose label was voided gets another key, and the cartons beside it keep theirs', () => {
  expect(groupByKey('order/7/ship', cartons, [{ carton_id: 2 }])).toEqual([
    { idempotencyKey: 'order/7/ship', cartons: [{ id: 1 }, { id: 3 }] },
    { idempotencyKey: 'order/7/ship/1', cartons: [{ id: 2 }] },
  ]);
});

test('a carton gets a new key each time that its label is voided; cartons that are gone change nothing', () => {
  const keys = groupByKey('order/7/ship', [{ id: 2 }], [{ carton_id: 2 }, { carton_id: 2 }, { carton_id: 9 }]);
  expect(keys.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['order/7/ship/2']);
});

test('the key of a booking names the address, and nothing else that may change', () => {
  const order = { id: 7, created_at: '2026-04-23T10:00:00+00:00', ship_postal_code: '13355', note: null } as SalesOrder;
  const key = bookingKey(order, 'ship');
  expect(key).toMatch(/^conveyor\/order\/7\/1776938400\/ship\/to-[0-9a-f]{12}$/);
  expect(bookingKey({ ...order, note: 'Ring twice' }, 'ship')).toBe(key);
  expect(bookingKey({ ...order, ship_postal_code: '13357' }, 'ship')).not.toBe(key);
});
