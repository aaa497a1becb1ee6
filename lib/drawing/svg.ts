import type { Point } from './camera.ts';
import type { CartonSize } from './carton.ts';
import { badge } from './draw-rows.ts';
import { ink, type LegendRow, type Picture, type Shape, type View } from './picture.ts';
import { fitted, textWidth } from './text-width.ts';

/** Facts in the heading of a drawing. Null leaves a fact out. */
export interface Heading {
  readonly name: string;
  readonly size: CartonSize | null;
  readonly gross_weight_g: number | null;
  readonly max_gross_weight_g: number | null;
  /** Share of the inner volume, from 0 to 1. */
  readonly used_volume_share: number | null;
}

const margin = 24;
const heading = 72;
const legendWidth = 440;
const rowHeight = 22;
/** Parts that the description names. */
const mostNamed = 50;

const viewWords: Readonly<Record<View, string>> = {
  iso: 'Seen from above the front corner, without the front walls',
  top: 'Seen from above; the front is at the bottom',
  front: 'Seen from the front',
  rows: 'What is inside; the places are not shown',
};

/** Returns a picture as an SVG file with a heading, a legend, a title and a description. It has no scripts and no styles. */
export function svgOf(picture: Picture, about: Heading): string {
  const hasLegend = picture.view !== 'rows';
  const width = Math.ceil(picture.width + (hasLegend ? legendWidth + margin : 0) + 2 * margin);
  const rows = hasLegend ? picture.legend.length * rowHeight : 0;
  const height = Math.ceil(Math.max(picture.height, rows) + heading + 2 * margin);
  const figures = figuresOf(picture, about);
  const line = (text: string, y: number, size: number, more: string) =>
    `<text x="${margin}" y="${y}" font-size="${size}" ${more}>${escaped(fitted(text, size, width - 2 * margin))}</text>`;
  const view = `${viewWords[picture.view]}.`;
  const step = stepWords(picture);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif">`,
    `<title>${escaped(`${about.name}: ${figures}`)}</title>`,
    `<desc>${escaped([view, step, legendWords(picture.legend)].filter(Boolean).join(' '))}</desc>`,
    `<rect width="${width}" height="${height}" fill="${ink.paper}"/>`,
    line(about.name, 32, 18, `font-weight="bold" fill="${ink.text}"`),
    line(figures, 53, 13, `fill="${ink.grey}"`),
    line(step || view, 73, 13, `fill="${ink.grey}"`),
    `<g transform="translate(${margin} ${heading + margin})">`,
    ...picture.shapes.map(shapeText),
    '</g>',
    ...(hasLegend
      ? [
          `<g transform="translate(${Math.ceil(picture.width + 2 * margin)} ${heading + margin})">`,
          ...picture.legend.map((row, index) => legendRow(row, index * rowHeight)),
          '</g>',
        ]
      : []),
    '</svg>',
    '',
  ].join('\n');
}

function figuresOf(
  { units }: Picture,
  { size, gross_weight_g, max_gross_weight_g, used_volume_share }: Heading,
): string {
  const limit = max_gross_weight_g === null ? '' : ` of ${kilograms(max_gross_weight_g)}`;
  return [
    size && `${size.inner_width_mm} × ${size.inner_length_mm} × ${size.inner_depth_mm} mm`,
    gross_weight_g === null ? null : kilograms(gross_weight_g) + limit,
    `${units} ${units === 1 ? 'unit' : 'units'}`,
    used_volume_share === null ? null : `${Math.round(used_volume_share * 100)} % full`,
  ]
    .filter((figure) => figure !== null)
    .join(' · ');
}

/** Says how far the carton is filled, and which unit is highlighted; nothing for the whole carton. */
function stepWords({ units, drawn, lit }: Picture): string {
  const words: string[] = [];
  if (drawn < units) words.push(`${drawn} of ${units} units are in.`);
  if (lit) {
    const what = `Unit ${lit.number} (${lit.row.number}: ${lit.row.name})`;
    words.push(lit.isDrawn ? `${what} is marked.` : `${what} goes to the marked place.`);
  }
  return words.join(' ');
}

function legendWords(legend: readonly LegendRow[]): string {
  const others = legend.length - mostNamed;
  const named = legend.slice(0, mostNamed).map(({ number, name, ...row }) => `${number}: ${qtyOf(row)} × ${name}`);
  return [...named, ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}

const qtyOf = ({ drawn, qty }: Pick<LegendRow, 'drawn' | 'qty'>): string =>
  drawn === qty ? String(qty) : `${drawn} of ${qty}`;

function legendRow(row: LegendRow, y: number): string {
  const sides = row.sides ? `${row.sides.join(' × ')} mm` : '';
  const room = legendWidth - 36 - textWidth(sides, 12) - 14;
  const name = `${qtyOf(row)} × ${row.name}`;
  const weight = row.isLit ? ' font-weight="bold"' : '';
  const frame = `<rect x="-4" y="-2" width="${legendWidth + 2}" height="22" rx="3" fill="none" stroke="${ink.lit}" stroke-width="2"/>`;
  return [
    `<g transform="translate(0 ${y})"><title>${escaped(row.name)}</title>`,
    ...(row.isLit ? [frame] : []),
    ...badge(row, 0, 9).map(shapeText),
    `<text x="36" y="14" font-size="13"${weight} fill="${ink.text}">${escaped(fitted(name, 13, room))}</text>`,
    `<text x="${legendWidth - 8}" y="14" font-size="12" text-anchor="end" fill="${ink.grey}">${sides}</text></g>`,
  ].join('');
}

function shapeText(shape: Shape): string {
  const unit = shape.unit === undefined ? '' : ` data-unit="${shape.unit}"`;
  const of = `class="${shape.class}"${unit}`;
  if (shape.kind === 'text') {
    const { at, text, size, bold, anchor, fill } = shape;
    const weight = bold ? ' font-weight="bold"' : '';
    return `<text ${of} x="${round(at.x)}" y="${round(at.y)}" font-size="${size}"${weight} text-anchor="${anchor}" fill="${fill}">${escaped(text)}</text>`;
  }
  const dashes = shape.dashes === undefined ? '' : ` stroke-dasharray="${shape.dashes}"`;
  const points = `points="${shape.points.map(pair).join(' ')}"`;
  if (shape.kind === 'line') return `<polyline ${of} ${points} fill="none" stroke="${shape.stroke}"${dashes}/>`;
  const { fill, stroke, width } = shape;
  return `<polygon ${of} ${points} fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${dashes}/>`;
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
