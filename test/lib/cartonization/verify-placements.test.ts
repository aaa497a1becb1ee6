import { expect, test } from 'vitest';
import { cartonize } from '../../../lib/cartonization/cartonize.ts';
import type { CartonizeResult, PackedCarton, Placement } from '../../../lib/cartonization/result.ts';
import { verifyPlacements } from '../../../lib/cartonization/verify-placements.ts';
import { cartonType, item } from './examples.ts';

const input = {
  items: [
    item('base', 1, [100, 100, 40], { keep_flat: true }),
    item('glass', 1, [90, 100, 30], { keep_flat: true, fragile: true }),
    item('huge', 2, [500, 10, 10]),
  ],
  cartonTypes: [
    cartonType(1, [100, 100, 60]),
    cartonType(2, [100, 100, 100], { supply: 1 }),
    cartonType(3, [300, 300, 60]),
  ],
};
const right = cartonize(input);

const carton = (change: Partial<PackedCarton>): CartonizeResult => ({
  ...right,
  cartons: [{ ...right.cartons[0]!, ...change }],
});
const unit = (key: string, change: Partial<Placement>): CartonizeResult =>
  carton({ placements: right.cartons[0]!.placements.map((one) => (one.key === key ? { ...one, ...change } : one)) });

test('a correct answer breaks no rule', () => {
  expect(right.cartons[0]?.placements.map(({ key }) => key)).toEqual(['base', 'glass']);
  expect(verifyPlacements(right, input)).toEqual([]);
});

test.each<[string, CartonizeResult, string]>([
  ['a unit that sticks out', unit('glass', { x_mm: 11 }), 'sticks out'],
  ['a unit outside the origin', unit('glass', { y_mm: -1 }), 'begins outside'],
  ['a unit between millimetres', unit('glass', { x_mm: 0.5 }), 'begins outside'],
  ['an overlap', unit('glass', { z_mm: 39 }), 'overlaps glass'],
  ['a unit that hangs in the air', unit('glass', { z_mm: 41 }), 'stands on 0 of 9000 mm²'],
  ['a unit of another size', unit('glass', { depth_mm: 29 }), 'is 100 × 90 × 29 mm'],
  ['a turned unit that must lie flat', unit('glass', { width_mm: 30, depth_mm: 90, z_mm: 0 }), 'does not lie flat'],
  ['a wrong weight', carton({ gross_weight_g: 401 }), 'it weighs 400 g and not 401 g'],
  ['a wrong share', carton({ used_volume_share: 0.5 }), 'of it is used'],
  ['a smaller carton without its reason', carton({ refused_smaller: [] }), 'refused are'],
  ['a carton type that was not offered', carton({ cartontype_id: 9 }), 'carton type 9 was not offered'],
  ['a missing unit', carton({ placements: right.cartons[0]!.placements.slice(0, 1) }), '0 of 1 units of glass'],
  ['a repeated unit', { ...right, cartons: [right.cartons[0]!, right.cartons[0]!] }, '2 of 1 units of base'],
  [
    'a supply that is exceeded',
    { ...right, cartons: [right.cartons[0]!, right.cartons[0]!] },
    '2 cartons Type 2 are used of 1',
  ],
  ['a unit that is not an item', unit('glass', { key: 'vase' }), 'vase is not an item of the input'],
  [
    'a row that is left out without a reason',
    { ...right, left_out: [{ key: 'huge', qty: 2, why: '' }] },
    'without a reason',
  ],
  ['too few units left out', { ...right, left_out: [{ key: 'huge', qty: 1, why: 'x' }] }, '1 of 2 units of huge'],
])('%s is reported', (_, result, message) => {
  expect(verifyPlacements(result, input).join('\n')).toContain(message);
});

test('a unit above a fragile one is reported', () => {
  const [base, glass] = right.cartons[0]!.placements;
  const upsideDown = carton({
    placements: [
      { ...glass!, z_mm: 0 },
      { ...base!, z_mm: 30 },
    ],
  });
  expect(verifyPlacements(upsideDown, input)).toEqual(['carton 1: unit 1 (glass) is fragile and has base above it']);
});

test('a carton that is too heavy is reported', () => {
  const weak = { ...input, cartonTypes: input.cartonTypes.map((type) => ({ ...type, max_gross_weight_g: 399 })) };
  expect(verifyPlacements(right, weak)).toEqual(['carton 1: it weighs 400 g of at most 399 g']);
});

test('units of several groups in one carton are reported', () => {
  const grouped = { ...input, items: input.items.map((one) => ({ ...one, group: one.key })) };
  expect(verifyPlacements(right, grouped)).toEqual(['carton 1: it holds units of several groups']);
});
