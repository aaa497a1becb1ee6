import type { Point } from './camera.ts';

/**
 * The ways to show a carton. `rows` needs no places: it shows the units of each part in a row, and how many of them are in.
 */
export const views = ['iso', 'top', 'front', 'rows'] as const;
export type View = (typeof views)[number];

/** The contents of a drawing of a carton. */
export interface DrawingOptions {
  readonly view?: View;
  /** The number of units that are in: the first ones of the packing order. All units by default. */
  readonly upto?: number;
  /** The number of the unit to highlight, from 1 in the packing order. Of a unit that is not in, only the outline is drawn. */
  readonly lit?: number;
}

/**
 * A part of a picture. `class` names its kind for the styles of a page; the colors suit a white ground. A shape
 * with `unit` belongs to the unit of this number.
 */
export type Shape = { readonly class: string; readonly unit?: number } & (
  | {
      readonly kind: 'polygon';
      readonly points: readonly Point[];
      readonly fill: string;
      readonly stroke: string;
      readonly width: number;
      readonly dashes?: string;
    }
  | { readonly kind: 'line'; readonly points: readonly Point[]; readonly stroke: string; readonly dashes?: string }
  | {
      readonly kind: 'text';
      readonly at: Point;
      readonly text: string;
      readonly size: number;
      readonly bold: boolean;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly fill: string;
    }
);

/** A part of the carton. Its number is on its units. */
export interface LegendRow {
  /** From 1, in the packing order of the parts. */
  readonly number: number;
  readonly part_id: number;
  readonly name: string;
  readonly qty: number;
  /** How much of it is in. */
  readonly drawn: number;
  /** The sides of its first unit in its orientation, in mm; null if they are unknown. */
  readonly sides: readonly [width: number, length: number, depth: number] | null;
  readonly isLit: boolean;
}

/** The highlighted unit. */
export interface LitUnit {
  readonly number: number;
  readonly row: LegendRow;
  readonly isDrawn: boolean;
}

/** A drawing as data, without words: its texts are numbers, and names of parts. Coordinates are pixels. */
export interface Picture {
  readonly view: View;
  readonly width: number;
  readonly height: number;
  /** In drawing order: later shapes cover earlier ones. */
  readonly shapes: readonly Shape[];
  readonly legend: readonly LegendRow[];
  /** Units of the carton, and how many of them are in. */
  readonly units: number;
  readonly drawn: number;
  readonly lit: LitUnit | null;
}

export const ink = { text: '#1f2933', grey: '#52606d', board: '#a68a5b', paper: '#ffffff', lit: '#000000' } as const;

/** Returns the color of a row. Hues a golden angle apart differ clearly for any number of rows. */
export function shade({ number }: Pick<LegendRow, 'number'>, light: number): string {
  return `hsl(${Math.round((number - 1) * 137.508 + 205) % 360} 55% ${light}%)`;
}
