import { expect, test } from 'vitest';
import { cartonize } from '../../cartonization/cartonize.ts';
import { drawCarton } from '../../cartonization/drawing/draw-carton.ts';
import { drawingOrder } from '../../cartonization/drawing/units.ts';
import { cartonType, item } from './examples.ts';

const type = cartonType(1, [100, 100, 100], { name: 'Box <M> & "L"' });
const items = [item('Mug & saucer', 4, [50, 50, 50]), item('Plate', 1, [100, 100, 20], { keep_flat: true })];
const carton = cartonize({ items, cartonTypes: [type] }).cartons[0]!;
const svg = drawCarton(carton, type);
const count = (pattern: RegExp) => svg.match(pattern)?.length ?? 0;

test('the floor, two walls, and three faces of every unit are drawn', () => {
  expect(count(/<polygon /g)).toBe(3 + 3 * 5);
});

test('the legend names every row with its number of units', () => {
  expect(svg).toContain('4 × Mug &amp; saucer');
  expect(svg).toContain('1 × Plate');
});

test('names are escaped in the drawing', () => {
  expect(svg).toContain('Box &lt;M&gt; &amp; &quot;L&quot;');
  expect(svg).not.toContain('<M>');
});

test('the heading shows size, weight and used volume', () => {
  expect(svg).toContain('100 × 100 × 100 mm · 0.70 kg of 20.20 kg · 5 units · 70 % full');
});

test('every visible unit carries its number, and a hidden unit does not', () => {
  const cubes = cartonize({ items: [item('cube', 8, [50, 50, 50])], cartonTypes: [type] }).cartons[0]!;
  const numbers = drawCarton(cubes, type).match(
    /<text [^>]*font-size="1[03]" font-weight="bold" text-anchor="middle"[^>]*>1</g,
  );
  // Seven of eight cubes show a face; the legend has no number in this size.
  expect(numbers).toHaveLength(7);
});

test('units behind or below are drawn first', () => {
  const at = (key: string, x_mm: number, y_mm: number, z_mm: number) => ({
    key,
    x_mm,
    y_mm,
    z_mm,
    width_mm: 50,
    length_mm: 50,
    depth_mm: 50,
  });
  const order = drawingOrder([
    at('front', 50, 50, 0),
    at('above', 0, 0, 50),
    at('back', 0, 0, 0),
    at('right', 50, 0, 0),
  ]);
  const keys = order.map(({ key }) => key);
  expect(keys[0]).toBe('back');
  expect(keys.indexOf('right')).toBeLessThan(keys.indexOf('front'));
});
