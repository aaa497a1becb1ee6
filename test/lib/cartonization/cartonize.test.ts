import { describe, expect, test } from 'vitest';
import { cartonize } from '../../../lib/cartonization/cartonize.ts';
import type { CartonizeInput } from '../../../lib/cartonization/input.ts';
import type { CartonizeResult } from '../../../lib/cartonization/result.ts';
import { verifyPlacements } from '../../../lib/cartonization/verify-placements.ts';
import { cartonType, item } from './examples.ts';

function packed(input: CartonizeInput): CartonizeResult {
  const result = cartonize(input);
  expect(verifyPlacements(result, input)).toEqual([]);
  return result;
}

const typesOf = ({ cartons }: CartonizeResult) => cartons.map(({ cartontype_id }) => cartontype_id);

describe('many equal boxes are packed as well as a person packs them', () => {
  test.each([
    [27, [65, 66, 83], [200, 200, 300]],
    [64, [50, 50, 50], [200, 200, 200]],
    // Layers of four around a hole; straight rows take two.
    [12, [30, 20, 10], [50, 50, 30]],
    // Two flat layers and one on edge; layers of one orientation hold twelve.
    [14, [100, 50, 30], [200, 100, 110]],
    [100, [210, 297, 2], [215, 300, 200]],
  ] as const)('%i boxes %j go into one carton %j', (qty, sides, inner) => {
    const result = packed({ items: [item('box', qty, sides)], cartonTypes: [cartonType(1, inner)] });
    expect(typesOf(result)).toEqual([1]);
  });

  test('ten thousand boxes take the fewest cartons that have the volume', () => {
    const input = {
      items: [item('cube', 10_000, [50, 50, 50], { weight_g: 1 })],
      cartonTypes: [cartonType(1, [200, 200, 200])],
    };
    expect(packed(input).cartons).toHaveLength(Math.ceil(10_000 / 64));
  });
});

describe('choice of cartons', () => {
  const small = cartonType(1, [100, 100, 100]);
  const medium = cartonType(2, [200, 100, 100]);
  const large = cartonType(3, [400, 300, 200]);

  test('the smallest carton that holds everything is chosen', () => {
    const result = packed({ items: [item('a', 2, [100, 100, 100])], cartonTypes: [large, small, medium] });
    expect(typesOf(result)).toEqual([2]);
  });

  test('one large carton is better than two small ones', () => {
    const result = packed({ items: [item('a', 3, [100, 100, 100])], cartonTypes: [large, small, medium] });
    expect(typesOf(result)).toEqual([3]);
  });

  test('the units beyond a full large carton get the smallest carton that holds them', () => {
    const result = packed({ items: [item('a', 25, [100, 100, 100])], cartonTypes: [large, small, medium] });
    expect(typesOf(result)).toEqual([3, 1]);
  });

  test('order 867cd6 fits into one carton: layers of long boxes below, smaller boxes above', () => {
    const items = [
      item('long', 12, [80, 285, 70], { weight_g: 199 }),
      item('short', 6, [106, 145, 95], { weight_g: 271 }),
      item('small', 3, [56, 56, 36], { weight_g: 60 }),
    ];
    expect(packed({ items, cartonTypes: [cartonType(3, [229, 305, 520])] }).cartons).toHaveLength(1);
  });

  test('each smaller carton is refused with its own reason', () => {
    const cartonTypes = [
      cartonType(1, [90, 200, 200]),
      cartonType(2, [100, 300, 200], { max_gross_weight_g: 300 }),
      cartonType(3, [100, 100, 310]),
      cartonType(4, [130, 190, 270], { supply: 0 }),
      cartonType(5, [150, 150, 290]),
      cartonType(6, [300, 200, 250]),
    ];
    // Six cubes of 100 mm: 600 g and six litres.
    const [carton] = packed({ items: [item('cube', 6, [100, 100, 100])], cartonTypes }).cartons;
    expect(carton?.cartontype_id).toBe(6);
    expect(carton?.refused_smaller).toEqual([
      { cartontype_id: 3, why: 'the content takes 2900 cm³ more than it has' },
      { cartontype_id: 1, why: 'cube is too large for it by 10 mm' },
      { cartontype_id: 2, why: 'the content is 500 g too heavy for it' },
      { cartontype_id: 5, why: 'no arrangement was found for all 6 units; the best attempt placed 2' },
      { cartontype_id: 4, why: 'none is left' },
    ]);
  });

  test('units of different groups are in different cartons', () => {
    const items = [
      item('a', 1, [50, 50, 50], { group: 'Berlin' }),
      item('b', 1, [50, 50, 50], { group: 'Bergamo' }),
      item('c', 1, [50, 50, 50], { group: 'Berlin' }),
    ];
    const { cartons } = packed({ items, cartonTypes: [small] });
    expect(cartons.map(({ placements }) => placements.map(({ key }) => key))).toEqual([['b'], ['a', 'c']]);
  });

  test('a unit that fits only one scarce type gets it first', () => {
    const items = [item('cube', 6, [100, 100, 100]), item('pole', 1, [400, 40, 40])];
    const result = packed({
      items,
      cartonTypes: [
        { ...large, supply: 1 },
        { ...medium, supply: 1 },
      ],
    });
    expect(result.left_out).toEqual([]);
  });
});

describe('handling', () => {
  test('a sheet that does not fit flat is packed upright, and with keep_flat it is left out', () => {
    const cartonTypes = [cartonType(1, [20, 300, 220])];
    expect(packed({ items: [item('sheet', 1, [297, 210, 5])], cartonTypes }).cartons).toHaveLength(1);
    const flat = packed({ items: [item('sheet', 1, [297, 210, 5], { keep_flat: true })], cartonTypes });
    expect(flat.left_out).toEqual([
      { key: 'sheet', qty: 1, why: 'too large for every carton type; the closest is Type 1, by 190 mm' },
    ]);
  });

  test('a fragile unit is on top of the others', () => {
    const items = [
      item('glass', 1, [100, 100, 50], { fragile: true, keep_flat: true }),
      item('brick', 1, [100, 100, 50]),
    ];
    const [carton] = packed({ items, cartonTypes: [cartonType(1, [100, 100, 100])] }).cartons;
    expect(carton?.placements.map(({ key, z_mm }) => [key, z_mm])).toEqual([
      ['brick', 0],
      ['glass', 50],
    ]);
  });

  test('two fragile units are not stacked', () => {
    const items = [item('glass', 2, [100, 100, 50], { fragile: true, keep_flat: true })];
    expect(packed({ items, cartonTypes: [cartonType(1, [100, 100, 100])] }).cartons).toHaveLength(2);
  });

  test.each([
    { width: 70, cartons: 1 },
    { width: 69, cartons: 2 },
  ])('a unit with $width % of its base on another makes $cartons carton(s)', ({ width, cartons }) => {
    const items = [
      item('base', 1, [width, 100, 50], { keep_flat: true }),
      item('wide', 1, [100, 100, 50], { keep_flat: true, fragile: true }),
    ];
    expect(packed({ items, cartonTypes: [cartonType(1, [100, 100, 100])] }).cartons).toHaveLength(cartons);
  });

  test('several units may support one together', () => {
    const items = [
      item('leg', 2, [40, 100, 50], { keep_flat: true }),
      item('board', 1, [100, 100, 10], { keep_flat: true }),
    ];
    expect(packed({ items, cartonTypes: [cartonType(1, [100, 100, 60])] }).cartons).toHaveLength(1);
  });

  test('the gross weight includes the empty carton', () => {
    const items = [item('lead', 4, [10, 10, 10], { weight_g: 5_000 })];
    const of = (max_gross_weight_g: number) =>
      packed({ items, cartonTypes: [cartonType(1, [100, 100, 100], { max_gross_weight_g })] }).cartons.length;
    expect([of(20_200), of(20_199), of(10_200)]).toEqual([1, 2, 2]);
  });
});

describe('reasons for units that are left out', () => {
  const why = (input: CartonizeInput) => packed(input).left_out.map(({ key, qty, why }) => `${qty} ${key}: ${why}`);
  const cube = cartonType(1, [100, 100, 100]);

  test('too large for every type', () => {
    const cartonTypes = [cube, cartonType(2, [300, 80, 80])];
    expect(why({ items: [item('pole', 3, [310, 20, 90])], cartonTypes })).toEqual([
      '3 pole: too large for every carton type; the closest is Type 2, by 10 mm and 10 mm',
    ]);
  });

  test('too heavy for every type of sufficient size', () => {
    const cartonTypes = [cube, cartonType(2, [50, 50, 50], { max_gross_weight_g: 90_000 })];
    expect(why({ items: [item('lead', 1, [60, 60, 60], { weight_g: 20_500 })], cartonTypes })).toEqual([
      '1 lead: too heavy for every carton type it goes into; the closest is Type 1, by 500 g',
    ]);
  });

  test('supply used up', () => {
    const input = { items: [item('cube', 3, [100, 100, 100])], cartonTypes: [{ ...cube, supply: 2 }] };
    expect(why(input)).toEqual(['1 cube: supply used up of every carton type that holds it: Type 1']);
    expect(cartonize(input).cartons).toHaveLength(2);
  });

  test('no size known', () => {
    const items = [
      item('a', 1, [10, 10, 10]),
      item('b', 2, [10, 10, 10], { depth_mm: null }),
      item('c', 1, [0, 10, 10]),
    ];
    expect(why({ items, cartonTypes: [cube] })).toEqual(['2 b: no size known', '1 c: no size known']);
  });

  test('every unit is left out if there is no carton type', () => {
    expect(why({ items: [item('a', 1, [10, 10, 10])], cartonTypes: [] })).toEqual(['1 a: there is no carton type']);
  });

  test('no unit is left out if nothing is to be packed', () => {
    expect(packed({ items: [item('a', 0, [10, 10, 10])], cartonTypes: [cube] })).toEqual({ cartons: [], left_out: [] });
  });
});

describe('input that cannot be answered exactly is refused', () => {
  const cube = cartonType(1, [100, 100, 100]);
  test.each<[string, CartonizeInput]>([
    ['qty of item a must be a whole number', { items: [item('a', 1.5, [1, 1, 1])], cartonTypes: [cube] }],
    ['length_mm of item a must be a whole number', { items: [item('a', 1, [1, 2.5, 1])], cartonTypes: [cube] }],
    ['two items have the key a', { items: [item('a', 1, [1, 1, 1]), item('a', 1, [1, 1, 1])], cartonTypes: [cube] }],
    ['two carton types have the id 1', { items: [], cartonTypes: [cube, cube] }],
    ['supply of carton type Type 1 must be a whole number', { items: [], cartonTypes: [{ ...cube, supply: -1 }] }],
  ])('%s', (message, input) => {
    expect(() => cartonize(input)).toThrow(message);
  });
});
