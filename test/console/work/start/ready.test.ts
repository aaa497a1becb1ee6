import { describe, expect, test } from 'vitest';
import type { PickupLine } from '../../../../client/browser.ts';
import { itemsOf } from '../../../../console/work/start/ready.ts';

const line = (id: number, numbers: string[], carton: string | null = `K-${id}`, held: string | null = null) =>
  ({
    id,
    order_ids: [id],
    orders: numbers.map((number) => ({ number, held_at: held && '2026-11-26T10:00:00+00:00', hold_reason: held })),
    carton: carton && {
      pack: { number: carton },
      pack_id: id,
      number: 1,
      tracking_number: null,
      weight_g: null,
      carrier_id: 3,
    },
  }) as unknown as PickupLine;

describe('what is ready for pickup', () => {
  test('the number of an order stands for its carton where it has one alone', () => {
    const [one, two, three] = itemsOf([line(1, ['S-1']), line(2, ['S-2']), line(3, ['S-2', 'S-3'])]);
    expect(one?.codes).toEqual(['K-1-1', 'S-1']);
    expect(two?.codes).toEqual(['K-2-1']);
    expect(three?.codes).toEqual(['K-3-1', 'S-3']);
  });

  test('an order without cartons is one item, and a hold stays with its reason', () => {
    const [loose, held] = itemsOf([line(1, ['S-1'], null), line(2, ['S-2'], 'K-2', 'Ask first')]);
    expect(loose).toMatchObject({ name: 'S-1', codes: ['S-1'], carrierId: null });
    expect(held?.obstacle).toBe('S-2: Ask first');
  });
});
