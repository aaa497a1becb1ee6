import type { Placement } from '../result.ts';

export interface LegendRow {
  /** From 1, in the order in which the rows go into the carton. */
  readonly number: number;
  readonly key: string;
  readonly qty: number;
  /** As the first unit of the row lies. */
  readonly sides: string;
}

export function legendOf(placements: readonly Placement[]): LegendRow[] {
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
  return [...rows.values()];
}
