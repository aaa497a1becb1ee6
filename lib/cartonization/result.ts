/** The place of one unit: its corner nearest to the carton's origin, and its sides in its orientation. All in mm. */
export interface Placement {
  readonly key: string;
  readonly x_mm: number;
  readonly y_mm: number;
  readonly z_mm: number;
  readonly width_mm: number;
  readonly length_mm: number;
  readonly depth_mm: number;
}

/** A carton type smaller than the chosen one, with the reason why it was not chosen. */
export interface RefusedSmaller {
  readonly cartontype_id: number;
  readonly why: string;
}

export interface PackedCarton {
  readonly cartontype_id: number;
  readonly gross_weight_g: number;
  /** In the order that a person puts the units in: a unit comes after the units that support it. */
  readonly placements: readonly Placement[];
  readonly refused_smaller: readonly RefusedSmaller[];
  /** Share of the inner volume, from 0 to 1. */
  readonly used_volume_share: number;
}

/** Units of one input row that are in no carton. */
export interface UnplacedItem {
  readonly key: string;
  readonly qty: number;
  readonly why: string;
}

export interface CartonizeResult {
  readonly cartons: readonly PackedCarton[];
  readonly left_out: readonly UnplacedItem[];
}
