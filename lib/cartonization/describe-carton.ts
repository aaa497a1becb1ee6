import type { Attempts } from './attempts.ts';
import { innerVolume } from './carton-type.ts';
import type { PlacedUnit } from './filling/filling.ts';
import { countAt, type Kind } from './kinds.ts';
import type { FilledCarton } from './packing.ts';
import { whyNotSmaller } from './reasons.ts';
import type { PackedCarton, Placement } from './result.ts';
import type { Supply } from './supply.ts';

/** Assigns the rows of a kind to its units one by one, so that each unit carries a key of the input. */
export class RowKeys {
  /** The rows of each kind that have units left, the next one last. */
  private readonly rows: ReadonlyMap<number, { key: string; left: number }[]>;

  constructor(kinds: readonly Kind[]) {
    this.rows = new Map(
      kinds.map(({ index, rows }) => [index, rows.map(({ key, qty }) => ({ key, left: qty })).reverse()] as const),
    );
  }

  /** Returns the key for the next unit of a kind. */
  next(kind: number): string {
    const rows = this.rows.get(kind);
    const row = rows?.at(-1);
    if (!row) throw new Error(`more units of kind ${kind} were placed than the input has`);
    row.left--;
    if (row.left === 0) rows?.pop();
    return row.key;
  }

  /** Returns the rows of a kind with the units that were not assigned. */
  rest(kind: number): { key: string; qty: number }[] {
    return (this.rows.get(kind) ?? []).map(({ key, left }) => ({ key, qty: left })).reverse();
  }
}

/** Returns a filled carton as the answer shows it: placements from the bottom up, gross weight, and reasons against smaller types. */
export function describeCarton(
  carton: FilledCarton,
  attempts: Attempts,
  supply: Supply,
  rowKeys: RowKeys,
): PackedCarton {
  const { type, content } = carton;
  const keys = new Map<number, string>();
  // From the bottom up, so that a unit comes after those that support it.
  const sorted = [...content.placed].sort((one, other) => one.z0 - other.z0 || one.y0 - other.y0 || one.x0 - other.x0);
  const placements = sorted.map((unit) => {
    const key = rowKeys.next(unit.kind);
    if (!keys.has(unit.kind)) keys.set(unit.kind, key);
    return placement(key, unit);
  });
  const load = attempts.kinds.reduce((sum, kind) => sum + countAt(content.counts, kind.index) * kind.weight, 0);
  return {
    cartontype_id: type.id,
    gross_weight_g: type.empty_weight_g + load,
    placements,
    refused_smaller: whyNotSmaller(attempts, supply, carton, (kind) => keys.get(kind.index) ?? ''),
    used_volume_share: content.volume / innerVolume(type),
  };
}

function placement(key: string, unit: PlacedUnit): Placement {
  return {
    key,
    x_mm: unit.x0,
    y_mm: unit.y0,
    z_mm: unit.z0,
    width_mm: unit.x1 - unit.x0,
    length_mm: unit.y1 - unit.y0,
    depth_mm: unit.z1 - unit.z0,
  };
}
