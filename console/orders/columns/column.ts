import type { ReactNode } from 'react';
import type { OrderRow } from '../rows.ts';

/** A column of the list of orders. */
export interface Column {
  /** The field that it shows, as a saved view names it: `number`, `customer.name`. */
  readonly name: string;
  readonly title: string;
  /** Pixels, at least. */
  readonly width: number;
  /** Its share of the width that is left. */
  readonly grows?: number;
  /** The field of `sort`; absent where the service cannot sort by it. */
  readonly sort?: string;
  /** The relation that rows need for it. */
  readonly embed?: string;
  readonly isNumber?: boolean;
  readonly cell: (row: OrderRow) => ReactNode;
}

/** The columns of people who chose none. */
export const usualColumns: readonly string[] = [
  'number',
  'customer.name',
  'step',
  'state',
  'since',
  'carrier.name',
  'ship_to_name',
  'total',
  'priority',
];

/** Returns the tracks of the grid for columns, and the width below which the list scrolls sideways. */
export function layoutOf(columns: readonly Column[]): { readonly tracks: string; readonly width: number } {
  const tracks = columns.map(({ width, grows }) => (grows ? `minmax(${width}px, ${grows}fr)` : `${width}px`));
  return { tracks: tracks.join(' '), width: columns.reduce((sum, { width }) => sum + width, 0) };
}

/** Returns the relations that the rows of columns need, as `embed` of the list names them. */
export function embedOf(columns: readonly Column[]): string {
  return [...new Set(columns.flatMap(({ embed }) => embed ?? []))].sort().join(',');
}
