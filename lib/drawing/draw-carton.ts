import { type Camera, cameraOf, type Direction, type Face, type Point } from './camera.ts';
import type { CartonSize, PartNames, Placement } from './carton.ts';
import { drawRows } from './draw-rows.ts';
import { contains, type Extents, extentsOf } from './extents.ts';
import { hidersOf } from './hiding.ts';
import { cornersOf, type Label, labelSpot } from './label-spot.ts';
import { legendOf, type NumberedUnit, type Step } from './legend.ts';
import { packingOrder } from './packing-order.ts';
import { type DrawingOptions, ink, type Picture, type Shape, shade } from './picture.ts';

/** The longest extent of the drawn carton, and the space around it for the outline of a lit unit, in pixels. */
const extent = 460;
const margin = 6;

/**
 * Draws a carton whose places are known. Each unit has the number of its part in the legend, where it can be seen.
 * @param placements in any order: {@link packingOrder} numbers the units
 * @param names of the parts; a part without one is named by its id
 */
export function drawCarton(
  carton: CartonSize,
  placements: readonly Placement[],
  names: PartNames,
  { view = 'iso', upto = placements.length, lit }: DrawingOptions = {},
): Picture {
  const ordered = packingOrder(placements).flatMap((index) => placements[index] ?? []);
  const step = { drawn: Math.max(0, Math.min(upto, ordered.length)), lit };
  const legend = legendOf(ordered, names, step);
  if (view === 'rows') return drawRows(legend, ordered, step);
  const rows = new Map(legend.map((row) => [row.part_id, row]));
  const units = ordered.flatMap((box, index): NumberedUnit[] => {
    const row = rows.get(box.part_id);
    return row ? [{ box, number: index + 1, row }] : [];
  });
  const camera = moved(cameraOf(view, carton, extent));
  const litUnit = units.find(({ number }) => number === lit);
  return {
    ...{ view, width: Math.ceil(camera.width), height: Math.ceil(camera.height), legend, units: units.length },
    shapes: shapesOf(camera, view, carton, units, step),
    drawn: step.drawn,
    lit: litUnit ? { number: litUnit.number, row: litUnit.row, isDrawn: litUnit.number <= step.drawn } : null,
  };
}

/** Returns a camera whose picture has a margin. */
function moved(camera: Camera): Camera {
  const shift = ({ x, y }: Point): Point => ({ x: x + margin, y: y + margin });
  const shifted = ({ corners: [a, b, c, d], light }: Face): Face => ({
    corners: [shift(a), shift(b), shift(c), shift(d)],
    light,
  });
  return {
    width: camera.width + 2 * margin,
    height: camera.height + 2 * margin,
    at: (x, y, z) => shift(camera.at(x, y, z)),
    faces: (box) => camera.faces(box).map(shifted),
    outline: (box) => camera.outline(box).map(shift),
    across: camera.across,
  };
}

function shapesOf(
  camera: Camera,
  direction: Direction,
  carton: CartonSize,
  units: readonly NumberedUnit[],
  { drawn, lit }: Step,
): Shape[] {
  const shown = painted(
    units.filter(({ number }) => number <= drawn),
    direction,
  );
  const hiders = hidersOf(
    shown.map(({ box }) => box),
    camera,
  );
  const outlines = shown.map(({ box }) => extentsOf(camera.outline(box)));
  const inFront = shown.map((_, index) => (hiders[index] ?? []).flatMap((other) => outlines[other] ?? []));
  const sides = shown.map(({ box }, index) =>
    camera.faces(box).filter(({ corners }) => {
      const face = extentsOf(corners);
      return !inFront[index]?.some((outline) => contains(outline, face));
    }),
  );
  const edges = frontEdges(camera, direction, carton);
  const litUnit = units.find(({ number }) => number === lit);
  const mark = litUnit ? markOf(litUnit, camera, shown, inFront) : undefined;
  const taken = [...edges.map(({ points }) => points), ...(mark ? [cornersOf(mark.label)] : [])].map(extentsOf);
  return [
    ...walls(camera, direction, carton),
    ...shown.flatMap(({ row, number }, index) =>
      (sides[index] ?? []).map(
        ({ corners, light }): Shape => ({
          ...{ kind: 'polygon', class: 'unit', unit: number, points: corners },
          ...{ fill: shade(row, light), stroke: shade(row, 28), width: 0.8 },
        }),
      ),
    ),
    ...edges,
    ...shown.flatMap((unit, index) =>
      unit.number === lit ? [] : numberOf(unit, sides[index] ?? [], [...(inFront[index] ?? []), ...taken]),
    ),
    ...(mark?.shapes ?? []),
  ];
}

/**
 * Sorts units so that each may be drawn over those before it. Seen from a corner this is the packing order, and so a step adds its
 * unit to the picture before it.
 */
function painted(units: readonly NumberedUnit[], direction: Direction): NumberedUnit[] {
  if (direction === 'iso') return [...units];
  const distance = ({ box }: NumberedUnit) => (direction === 'top' ? box.z_mm : box.y_mm);
  return [...units].sort((one, other) => distance(one) - distance(other));
}

/** The floor and the walls at the back. */
function walls({ at }: Camera, direction: Direction, carton: CartonSize): Shape[] {
  const { inner_width_mm: w, inner_length_mm: l, inner_depth_mm: d } = carton;
  const wall = (name: string, fill: string, points: readonly Point[]): Shape => ({
    ...{ kind: 'polygon', class: name, points, fill, stroke: ink.board, width: 0.8 },
  });
  const floor = wall('floor', '#eadcc3', [at(0, 0, 0), at(w, 0, 0), at(w, l, 0), at(0, l, 0)]);
  const back = wall('wall', '#f5ecdb', [at(0, 0, 0), at(w, 0, 0), at(w, 0, d), at(0, 0, d)]);
  if (direction === 'top') return [floor];
  if (direction === 'front') return [back];
  return [floor, back, wall('wall', '#f0e4cd', [at(0, 0, 0), at(0, l, 0), at(0, l, d), at(0, 0, d)])];
}

/** The edges at the front, which show the extent of the carton. */
function frontEdges({ at }: Camera, direction: Direction, carton: CartonSize) {
  if (direction !== 'iso') return [];
  const { inner_width_mm: w, inner_length_mm: l, inner_depth_mm: d } = carton;
  const corner = at(w, l, d);
  return [at(w, l, 0), at(w, 0, d), at(0, l, d)].map((from) => ({
    ...({ kind: 'line', class: 'edge', points: [from, corner], stroke: ink.board, dashes: '4 4' } as const),
  }));
}

/** Draws the number of a unit's row on the first visible place with enough room, in a smaller size if necessary. */
function numberOf({ row, number }: NumberedUnit, faces: readonly Face[], taken: readonly Extents[]): Shape[] {
  const text = String(row.number);
  for (const size of [13, 10]) {
    const spot = labelSpot(faces, taken, text.length * size * 0.6 + 2, size + 1);
    if (spot) return [{ ...label(text, spot, size, ink.text), class: 'number', unit: number }];
  }
  return [];
}

/**
 * Highlights a unit, also where others hide it: by a thick line around it and its number on a black ground. The line has gaps for a
 * unit that is not in yet.
 */
function markOf(
  { box, row, number }: NumberedUnit,
  camera: Camera,
  shown: readonly NumberedUnit[],
  inFront: readonly (readonly Extents[])[],
): { label: Label; shapes: Shape[] } {
  const index = shown.findIndex((unit) => unit.number === number);
  const faces = camera.faces(box);
  const text = String(row.number);
  const size = 13;
  const [width, height] = [text.length * size * 0.6 + 10, size + 8];
  const spot = labelSpot(faces, index >= 0 ? (inFront[index] ?? []) : [], width, height);
  const place = spot ?? { ...centreOf(faces[0]?.corners ?? []), width, height };
  const line = { kind: 'polygon', unit: number, points: camera.outline(box), fill: 'none' } as const;
  const sides = faces.map(
    ({ corners }): Shape => ({
      ...{ kind: 'polygon', class: 'lit-side', unit: number, points: corners, fill: 'none', stroke: ink.lit, width: 1 },
    }),
  );
  return {
    label: place,
    shapes: [
      { ...line, class: 'lit-ground', stroke: ink.paper, width: 6 },
      { ...line, class: 'lit', stroke: ink.lit, width: 3, ...(index >= 0 ? {} : { dashes: '8 5' }) },
      ...(index >= 0 ? sides : []),
      {
        ...{ kind: 'polygon', class: 'lit-mark', unit: number, points: cornersOf(place) },
        ...{ fill: ink.lit, stroke: ink.paper, width: 1 },
      },
      { ...label(text, place, size, ink.paper), class: 'lit-number', unit: number },
    ],
  };
}

function label(text: string, { x, y }: Point, size: number, fill: string) {
  const at = { x, y: y + size * 0.36 };
  return { kind: 'text', at, text, size, bold: true, anchor: 'middle', fill } as const;
}

function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  const count = Math.max(1, points.length);
  return { x: sum.x / count, y: sum.y / count };
}
