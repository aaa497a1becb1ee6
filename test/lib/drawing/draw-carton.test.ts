import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawCarton } from '../../../lib/drawing/draw-carton.ts';
import { drawContents } from '../../../lib/drawing/draw-rows.ts';
import { type Picture, type Shape, views } from '../../../lib/drawing/picture.ts';
import { type Heading, svgOf } from '../../../lib/drawing/svg.ts';
import { reachedFrom } from '../../support/imports.ts';
import { cartonType, item } from '../cartonization/examples.ts';
import { anyCarton, largeCarton, leastMs, mostMs, packed } from './examples.ts';

const type = cartonType(1, [100, 100, 100], { name: 'Box <M> & "L"' });
const items = [item('Mug & saucer', 4, [50, 50, 50]), item('Plate', 1, [100, 100, 20], { keep_flat: true })];
const { size, placements, names } = packed({ items, cartonTypes: [type] })[0]!;
const heading: Heading = {
  ...{ name: type.name, size, gross_weight_g: 700, max_gross_weight_g: 20_200, used_volume_share: 0.7 },
};
const ofClass = ({ shapes }: Picture, name: string): Shape[] => shapes.filter((shape) => shape.class === name);
const unitsIn = (picture: Picture): Set<number> => new Set(ofClass(picture, 'unit').map(({ unit }) => unit!));
const cubes = packed({ items: [item('cube', 8, [50, 50, 50])], cartonTypes: [type] })[0]!;
const draw = (options?: Parameters<typeof drawCarton>[3]) => drawCarton(size, placements, names, options);
const anyStep = fc.record({
  carton: anyCarton,
  view: fc.constantFrom(...views),
  upto: fc.option(fc.nat(40), { nil: undefined }),
  lit: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
});

describe('a drawing of a carton', () => {
  test('has the floor, two walls, and the sides of units that others do not hide', () => {
    const picture = drawCarton(cubes.size, cubes.placements, cubes.names);
    expect([ofClass(picture, 'floor').length, ofClass(picture, 'wall').length]).toEqual([1, 2]);
    // Each of the three visible sides of the block has four.
    expect(ofClass(picture, 'unit')).toHaveLength(12);
  });

  test('has a number on each unit that can be seen', () => {
    // Seven of eight cubes show a side.
    expect(ofClass(drawCarton(cubes.size, cubes.placements, cubes.names), 'number')).toHaveLength(7);
    for (const view of ['top', 'front'] as const) {
      expect(ofClass(drawCarton(cubes.size, cubes.placements, cubes.names, { view }), 'number')).toHaveLength(4);
    }
  });

  test('from above shows the upper units, and from the front those at the front', () => {
    const picture = drawCarton(cubes.size, cubes.placements, cubes.names, { view: 'top' });
    expect(unitsIn(picture)).toEqual(new Set([5, 6, 7, 8]));
    const front = unitsIn(drawCarton(cubes.size, cubes.placements, cubes.names, { view: 'front' }));
    const atFront = [...front].map((number) => number % 4);
    expect([front.size, atFront.sort()]).toEqual([4, [0, 0, 3, 3]]);
  });

  test('adds one unit with each step, and has the same legend and the same numbers at all of them', () => {
    const whole = draw();
    for (let upto = 0; upto <= placements.length; upto++) {
      const picture = draw({ upto });
      expect(picture).toMatchObject({ drawn: upto, units: 5, width: whole.width, height: whole.height });
      expect(Math.max(0, ...unitsIn(picture))).toBe(upto);
      expect(picture.legend.map(({ number, name, qty }) => [number, name, qty])).toEqual(
        whole.legend.map(({ number, name, qty }) => [number, name, qty]),
      );
      expect(picture.legend.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(upto);
    }
    expect(draw({ upto: 99 })).toEqual(whole);
  });

  test('highlights a unit by a thick line, its number on black, and its row: also where others hide it', () => {
    const picture = draw({ lit: 1 });
    expect(picture.lit).toMatchObject({ number: 1, isDrawn: true, row: { isLit: true } });
    expect(ofClass(picture, 'lit')).toMatchObject([{ unit: 1, width: 3 }]);
    expect(ofClass(picture, 'lit-number')).toMatchObject([{ text: '1', fill: '#ffffff' }]);
    expect(svgOf(picture, heading)).toMatch(/Unit 1 \(1: .+\) is marked\./);
  });

  test('shows where the next unit goes by a line with gaps', () => {
    const picture = draw({ upto: 2, lit: 3 });
    expect(picture.lit).toMatchObject({ number: 3, isDrawn: false });
    expect(ofClass(picture, 'lit')).toMatchObject([{ dashes: expect.any(String) }]);
    expect(svgOf(picture, heading)).toMatch(/2 of 5 units are in\. Unit 3 \(\d: .+\) goes to the marked place\./);
    expect(draw({ lit: 6 }).lit).toBeNull();
  });

  test('has no text over another, in any view and at any step', () => {
    fc.assert(
      fc.property(anyStep, ({ carton, ...options }) => {
        expect(overlaps(drawCarton(carton.size, carton.placements, carton.names, options))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('has each shape on its picture', () => {
    fc.assert(
      fc.property(anyStep, ({ carton, ...options }) => {
        const { shapes, width, height } = drawCarton(carton.size, carton.placements, carton.names, options);
        const points = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.at] : shape.points));
        const out = points.filter(({ x, y }) => x < 0 || y < 0 || x > width || y > height);
        expect(out).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('of 200 units takes 10 ms at most in each view', () => {
    const large = largeCarton();
    expect(large.placements).toHaveLength(200);
    for (const view of views) {
      const once = () => svgOf(drawCarton(large.size, large.placements, large.names, { view, lit: 90 }), heading);
      expect(leastMs(once), view).toBeLessThan(mostMs);
    }
  });
});

describe('rows of units', () => {
  test('show how many of each part are in, with the numbers of the other views', () => {
    const picture = draw({ view: 'rows', upto: 3, lit: 3 });
    expect(picture.legend.map(({ number }) => number)).toEqual(draw().legend.map(({ number }) => number));
    expect([ofClass(picture, 'unit').length, ofClass(picture, 'missing').length]).toEqual([3, 2]);
    expect(ofClass(picture, 'lit')).toHaveLength(1);
  });

  test('need no places: a carton that was packed by hand builds up part by part', () => {
    const contents = [
      { part_id: 7, qty: 2 },
      { part_id: 8, qty: 2.75 },
      { part_id: 9, qty: 500 },
      { part_id: 7, qty: 1 },
    ];
    const picture = drawContents(contents, new Map([[7, 'TEA']]), { upto: 4, lit: 5 });
    expect(picture).toMatchObject({ units: 504, drawn: 4, lit: { number: 5, isDrawn: false, row: { part_id: 9 } } });
    expect(picture.legend).toMatchObject([
      { number: 1, name: 'TEA', qty: 3, drawn: 3 },
      { number: 2, name: '#8', qty: 2.75, drawn: 2.75 },
      { number: 3, name: '#9', qty: 500, drawn: 0 },
    ]);
    expect(overlaps(picture)).toEqual([]);
    expect(drawContents([], new Map())).toMatchObject({ units: 0, drawn: 0, shapes: [] });
  });
});

test('pages can draw, too: the room imports nothing', () => {
  const { files, packages } = reachedFrom('lib/drawing/svg.ts');
  expect(files).toContain('lib/drawing/picture.ts');
  expect([packages, files.filter((file) => !file.startsWith('lib/drawing/'))]).toEqual([[], []]);
});

describe('the file', () => {
  const svg = svgOf(draw(), heading);

  test('has a title with the figures, and a description of the view and of each part', () => {
    expect(svg).toContain('role="img"');
    expect(svg).toContain('100 × 100 × 100 mm · 0.70 kg of 20.20 kg · 5 units · 70 % full</title>');
    const [, words] = svg.match(/<desc>(.*)<\/desc>/)!;
    expect(words).toMatch(/^Seen from above the front corner.*4 × Mug &amp; saucer/);
    for (const view of views) expect(svgOf(draw({ view }), heading)).toMatch(/<title>.+<\/title>\n<desc>.+<\/desc>/);
  });

  test('names every part with its units', () => {
    expect(svg).toContain('>4 × Mug &amp; saucer</text>');
    expect(svg).toContain('>1 × Plate</text>');
    expect(svgOf(draw({ upto: 2 }), heading)).toMatch(/>[12] of 4 × Mug &amp; saucer<\/text>/);
  });

  test('has names as text', () => {
    expect(svg).toContain('Box &lt;M&gt; &amp; &quot;L&quot;');
    expect(svg).not.toContain('<M>');
  });

  test('cuts names that are too long for their line, and says them in full on touch', () => {
    const long = 'W'.repeat(80);
    const shown = svgOf(drawCarton(size, placements, new Map([...names, [1, long]])), {
      ...heading,
      name: long.repeat(2),
    });
    expect(shown).toContain(`<title>${long}</title>`);
    expect(shown).toMatch(/>4 × W+…<\/text>/);
  });
});

/** Returns pairs of texts that cover each other, by the least room that their letters need. */
function overlaps({ shapes }: Picture): string[] {
  const boxes = shapes.flatMap((shape) => {
    if (shape.kind !== 'text') return [];
    const { at, text, size: letters, anchor } = shape;
    const width = text.length * letters * 0.55;
    const left = at.x - { start: 0, middle: width / 2, end: width }[anchor];
    return [{ text, left, right: left + width, top: at.y - letters * 0.72, bottom: at.y }];
  });
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const apart =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      return apart ? [] : [`${one.text} and ${other.text}`];
    }),
  );
}
