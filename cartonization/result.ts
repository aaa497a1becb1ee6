/** Where one unit lies: its corner nearest to the carton's origin, and its sides as rotated. All in mm. */
export interface Placement {
  readonly key: string;
  readonly x_mm: number;
  readonly y_mm: number;
  readonly z_mm: number;
  readonly width_mm: number;
  readonly length_mm: number;
  readonly depth_mm: number;
}

/** Why a carton smaller than the chosen one was not taken. */
export interface RefusedSmaller {
  readonly cartontype_id: number;
  readonly why: string;
}

export interface PackedCarton {
  readonly cartontype_id: number;
  readonly gross_weight_g: number;
  /** In an order in which a person can put them in: what supports a unit comes before it. */
  readonly placements: readonly Placement[];
  readonly refused_smaller: readonly RefusedSmaller[];
  /** From 0 to 1, of the room inside. */
  readonly used_volume_share: number;
}

export interface LeftOut {
  readonly key: string;
  readonly qty: number;
  readonly why: string;
}

export interface CartonizeResult {
  readonly cartons: readonly PackedCarton[];
  readonly left_out: readonly LeftOut[];
}
