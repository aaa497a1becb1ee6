import { type CartonType, noWeightLimit } from '../carton-type.ts';
import type { PackedCarton, Placement } from '../result.ts';
import { isometric, type Point } from './isometric.ts';
import { labelSpot } from './label-spot.ts';
import { drawingOrder, type Face, facesOf } from './units.ts';

/** The longest extent of the drawn carton and the space around it, in pixels. */
const extent = 460;
const margin = 28;
const heading = 52;
const legendWidth = 380;
const rowHeight = 22;

interface LegendRow {
  /** From 1, in the order in which the rows go into the carton. */
  readonly number: number;
  readonly key: string;
  readonly qty: number;
  /** Sides of the first unit of the row, in its orientation. */
  readonly sides: string;
}

/**
 * Draws a packed carton as SVG, seen from above its front corner and without the front walls. Every unit carries the number of
 * its row in the legend. A number that another unit hides is not drawn.
 */
export function drawCarton(carton: PackedCarton, type: CartonType): string {
  const project = isometric([type.inner_width_mm, type.inner_length_mm, type.inner_depth_mm], extent);
  const legend = legendOf(carton.placements);
  const width = Math.ceil(project.width + legendWidth + 3 * margin);
  const height = Math.ceil(Math.max(project.height + 2 * margin, legend.size * rowHeight + 2 * margin) + heading);
  const units = drawingOrder(carton.placements).flatMap((unit) => {
    const row = legend.get(unit.key);
    return row ? [{ row, faces: facesOf(unit, project.at) }] : [];
  });
  const [w, l, d] = [type.inner_width_mm, type.inner_length_mm, type.inner_depth_mm];
  const at = project.at;
  const limit = type.max_gross_weight_g < noWeightLimit ? ` of ${kilograms(type.max_gross_weight_g)}` : '';
  const figures =
    `${w} × ${l} × ${d} mm · ${kilograms(carton.gross_weight_g)}${limit} · ` +
    `${carton.placements.length} ${carton.placements.length === 1 ? 'unit' : 'units'} · ${Math.round(carton.used_volume_share * 100)} % full`;

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif">`,
    `<title>${escaped(`${type.name}: ${figures}`)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${margin}" y="30" font-size="18" font-weight="bold" fill="#1f2933">${escaped(type.name)}</text>`,
    `<text x="${margin}" y="50" font-size="13" fill="#52606d">${escaped(figures)}</text>`,
    `<g transform="translate(${margin} ${margin + heading})">`,
    // The floor and the two walls at the back.
    polygon([at(0, 0, 0), at(w, 0, 0), at(w, l, 0), at(0, l, 0)], '#eadcc3', '#a68a5b'),
    polygon([at(0, 0, 0), at(w, 0, 0), at(w, 0, d), at(0, 0, d)], '#f5ecdb', '#a68a5b'),
    polygon([at(0, 0, 0), at(0, l, 0), at(0, l, d), at(0, 0, d)], '#f0e4cd', '#a68a5b'),
    ...units.flatMap(({ row, faces }) =>
      faces.map(({ corners, light }) => polygon(corners, shade(row, light), shade(row, 28))),
    ),
    ...units.flatMap(({ row, faces }, index) => {
      const inFront = units.slice(index + 1).flatMap((other) => other.faces);
      return label(row, faces, inFront);
    }),
    // The edges at the front show the extent of the carton.
    ...[at(w, l, 0), at(w, 0, d), at(0, l, d)].map(
      (from) => `<path d="M${pair(from)} L${pair(at(w, l, d))}" stroke="#a68a5b" stroke-dasharray="4 4" fill="none"/>`,
    ),
    '</g>',
    `<g transform="translate(${Math.ceil(project.width + 2 * margin)} ${margin + heading})">`,
    ...[...legend.values()].map((row, index) => legendRow(row, index * rowHeight)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Returns the legend by key, in the order of the placements. */
function legendOf(placements: readonly Placement[]): ReadonlyMap<string, LegendRow> {
  const rows = new Map<string, LegendRow>();
  for (const unit of placements) {
    const row = rows.get(unit.key) ?? {
      number: rows.size + 1,
      key: unit.key,
      qty: 0,
      sides: `${unit.width_mm} × ${unit.length_mm} × ${unit.depth_mm} mm`,
    };
    rows.set(unit.key, { ...row, qty: row.qty + 1 });
  }
  return rows;
}

/** Draws the number of the row on the first visible place with enough room, in a smaller size if necessary. */
function label({ number }: LegendRow, faces: readonly Face[], inFront: readonly Face[]): string[] {
  const text = String(number);
  for (const size of [13, 10]) {
    const spot = labelSpot(faces, inFront, text.length * size * 0.6 + 2, size + 1);
    if (!spot) continue;
    const place = `x="${round(spot.x)}" y="${round(spot.y + size * 0.36)}"`;
    return [`<text ${place} font-size="${size}" font-weight="bold" text-anchor="middle" fill="#1f2933">${text}</text>`];
  }
  return [];
}

function legendRow(row: LegendRow, y: number): string {
  const name = row.key.length > 24 ? `${row.key.slice(0, 23)}…` : row.key;
  return [
    `<g transform="translate(0 ${y})"><title>${escaped(row.key)}</title>`,
    `<rect width="26" height="18" rx="3" fill="${shade(row, 78)}" stroke="${shade(row, 28)}"/>`,
    `<text x="13" y="13.5" font-size="12" font-weight="bold" text-anchor="middle" fill="#1f2933">${row.number}</text>`,
    `<text x="36" y="14" font-size="13" fill="#1f2933">${row.qty} × ${escaped(name)}</text>`,
    `<text x="${legendWidth - margin}" y="14" font-size="12" text-anchor="end" fill="#52606d">${row.sides}</text></g>`,
  ].join('');
}

function polygon(corners: readonly Point[], fill: string, stroke: string): string {
  return `<polygon points="${corners.map(pair).join(' ')}" fill="${fill}" stroke="${stroke}" stroke-width="0.8" stroke-linejoin="round"/>`;
}

/** Returns the colour of a row. Hues a golden angle apart differ clearly for any number of rows. */
function shade({ number }: LegendRow, light: number): string {
  return `hsl(${Math.round((number - 1) * 137.508 + 205) % 360} 55% ${light}%)`;
}

function pair({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}

function kilograms(grams: number): string {
  return `${(grams / 1000).toFixed(2)} kg`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
