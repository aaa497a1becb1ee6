/** The inner sides of a carton, in mm. */
export interface CartonSize {
  readonly inner_width_mm: number;
  readonly inner_length_mm: number;
  readonly inner_depth_mm: number;
}

/** The corner of a unit nearest to the origin of its carton, and its sides in its orientation, in mm. */
export interface Box {
  readonly x_mm: number;
  readonly y_mm: number;
  readonly z_mm: number;
  readonly width_mm: number;
  readonly length_mm: number;
  readonly depth_mm: number;
}

/** The place of a unit, as the record of a carton has it in `placements`. */
export interface Placement extends Box {
  readonly part_id: number;
}

/** Units of a part in a carton, where the places are not known. */
export interface Content {
  readonly part_id: number;
  readonly qty: number;
}

/** Names of parts by their ids. */
export type PartNames = ReadonlyMap<number, string>;
