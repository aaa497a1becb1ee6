import type { PartNames, Placement } from './carton.ts';
import type { LegendRow } from './picture.ts';

/** A unit with its place, its number in the packing order, and the row of its part. */
export interface NumberedUnit {
  readonly box: Placement;
  readonly number: number;
  readonly row: LegendRow;
}

/** How far the carton is filled. */
export interface Step {
  readonly drawn: number;
  readonly lit: number | undefined;
}

/**
 * Returns the rows of the legend, and for each unit the number of its row. The rows have the same numbers at each step.
 * @param units in the packing order
 */
export function legendOf(units: readonly Placement[], names: PartNames, { drawn, lit }: Step): LegendRow[] {
  const rows = new Map<number, LegendRow>();
  for (const [index, { part_id, width_mm, length_mm, depth_mm }] of units.entries()) {
    const row = rows.get(part_id) ?? {
      number: rows.size + 1,
      part_id,
      name: nameOf(part_id, names),
      ...{ qty: 0, drawn: 0, isLit: false },
      sides: [width_mm, length_mm, depth_mm] as const,
    };
    rows.set(part_id, {
      ...row,
      qty: row.qty + 1,
      drawn: row.drawn + (index < drawn ? 1 : 0),
      isLit: row.isLit || index + 1 === lit,
    });
  }
  return [...rows.values()];
}

export const nameOf = (partId: number, names: PartNames): string => names.get(partId) ?? `#${partId}`;
