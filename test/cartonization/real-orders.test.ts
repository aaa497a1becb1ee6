import { describe, expect, test } from 'vitest';
import { realOrders } from '../../bench/cartonize-data.ts';
import { innerVolume } from '../../cartonization/carton-type.ts';
import { cartonize } from '../../cartonization/cartonize.ts';
import { verifyPlacements } from '../../cartonization/verify-placements.ts';

const data = realOrders();

describe.skipIf(!data)(
  'the 2,150 real orders of ../shared/data/cartonization (skipped if the folder is missing)',
  () => {
    test('need at most 2,276 cartons and 37,900 litres, no order needs more than the reference, and every rule holds', () => {
      const { cartonTypes, orders } = data!;
      const room = new Map(cartonTypes.map((type) => [type.id, innerVolume(type)]));
      let cartons = 0;
      let volume = 0;
      for (const { id, items, reference } of orders) {
        const result = cartonize({ items, cartonTypes });
        expect(verifyPlacements(result, { items, cartonTypes }), id).toEqual([]);
        expect(result.left_out, id).toEqual([]);
        expect(result.cartons.length, id).toBeLessThanOrEqual(reference);
        cartons += result.cartons.length;
        volume += result.cartons.reduce((sum, { cartontype_id }) => sum + room.get(cartontype_id)!, 0);
      }
      expect(orders).toHaveLength(2150);
      expect(cartons).toBeLessThanOrEqual(2276);
      expect(volume / 1e6).toBeLessThanOrEqual(37_900);
    });
  },
);
