import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Groupable, groupOrders } from '../../../service/bulk-runs/group-orders.ts';

const order = (id: number, key: string | null, more: Partial<Groupable> = {}): Groupable => ({
  ...{ id, site_id: 1, key, lines: 1, weight_g: 100 },
  ...more,
});
const ids = (groups: readonly { orders: readonly Groupable[] }[]) =>
  groups.map(({ orders }) => orders.map(({ id }) => id));

describe('orders are grouped into picks', () => {
  test('by a shared key, in their sequence', () => {
    expect(ids(groupOrders([order(1, 'a'), order(2, 'b'), order(3, 'a')], {}))).toEqual([[1, 3], [2]]);
  });

  test('never across sites, and an order without a key is a group of its own', () => {
    const orders = [order(1, 'a'), order(2, 'a', { site_id: 2 }), order(3, null), order(4, null)];
    expect(ids(groupOrders(orders, {}))).toEqual([[1], [2], [3], [4]]);
  });

  test('until the next order exceeds a limit by one order, line or gram', () => {
    const orders = [1, 2, 3].map((id) => order(id, 'a', { lines: 2 }));
    expect(ids(groupOrders(orders, { maxOrders: 2 }))).toEqual([[1, 2], [3]]);
    expect(ids(groupOrders(orders, { maxLines: 5 }))).toEqual([[1, 2], [3]]);
    expect(ids(groupOrders(orders, { maxWeightG: 200 }))).toEqual([[1, 2], [3]]);
    expect(ids(groupOrders(orders, { maxWeightG: 199 }))).toEqual([[1], [2], [3]]);
  });

  test('and an order that exceeds the limits alone, or has an unknown weight, is a group of its own', () => {
    const orders = [order(1, 'a'), order(2, 'a', { lines: 9 }), order(3, 'a', { weight_g: null }), order(4, 'a')];
    expect(ids(groupOrders(orders, { maxLines: 3 }))).toEqual([[1], [2], [3, 4]]);
    expect(ids(groupOrders(orders, { maxWeightG: 1000 }))).toEqual([[1, 2, 4], [3]]);
  });
});

const orders = fc
  .array(
    fc.record({
      site_id: fc.constantFrom(1, 2),
      key: fc.constantFrom('a', 'b', null),
      lines: fc.integer({ min: 0, max: 9 }),
      weight_g: fc.option(fc.integer({ min: 0, max: 900 })),
    }),
    { maxLength: 60 },
  )
  .map((made) => made.map((one, at): Groupable => ({ id: at + 1, ...one })));
const limits = fc.record({
  maxOrders: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  maxLines: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  maxWeightG: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
});

test('every order is in one group with one site and key, and no group of several orders exceeds a limit', () => {
  fc.assert(
    fc.property(orders, limits, (orderList, most) => {
      const groups = groupOrders(orderList, most);
      expect(
        ids(groups)
          .flat()
          .sort((a, b) => a - b),
      ).toEqual(orderList.map(({ id }) => id));
      for (const { orders: group, key, lines, weight_g } of groups) {
        expect(group.every((one) => one.key === key && one.site_id === group[0]!.site_id)).toBe(true);
        expect(lines).toBe(group.reduce((sum, one) => sum + one.lines, 0));
        if (group.length === 1) continue;
        expect(key).not.toBeNull();
        expect(group.length).toBeLessThanOrEqual(most.maxOrders ?? group.length);
        expect(lines).toBeLessThanOrEqual(most.maxLines ?? lines);
        if (most.maxWeightG !== undefined) expect(weight_g).toBeLessThanOrEqual(most.maxWeightG);
      }
    }),
  );
});

test('no group has room for the first order of the next group with its key', () => {
  fc.assert(
    fc.property(orders, limits, (orderList, { maxOrders, maxLines }) => {
      const groups = groupOrders(orderList, { maxOrders, maxLines });
      for (const [at, group] of groups.entries()) {
        const { key } = group;
        const { site_id } = group.orders[0]!;
        const next = groups.slice(at + 1).find((other) => other.key === key && other.orders[0]!.site_id === site_id);
        if (key === null || !next) continue;
        const full =
          group.orders.length + 1 > (maxOrders ?? Infinity) ||
          group.lines + next.orders[0]!.lines > (maxLines ?? Infinity);
        expect(full).toBe(true);
      }
    }),
  );
});
