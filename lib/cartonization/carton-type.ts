import type { Sides } from './item.ts';

/** A type of carton on the shelf. Sizes in mm, weights in g. The depth is the vertical side. */
export interface CartonType {
  readonly id: number;
  readonly name: string;
  readonly inner_width_mm: number;
  readonly inner_length_mm: number;
  readonly inner_depth_mm: number;
  readonly outer_width_mm: number;
  readonly outer_length_mm: number;
  readonly outer_depth_mm: number;
  readonly empty_weight_g: number;
  /** Limit for carton and content together. */
  readonly max_gross_weight_g: number;
  /** Number of cartons on the shelf; null for an unlimited supply. */
  readonly supply: number | null;
}

export function innerSides(type: CartonType): Sides {
  return [type.inner_width_mm, type.inner_length_mm, type.inner_depth_mm];
}

/** Returns the room inside, in cubic millimetres. */
export function innerVolume(type: CartonType): number {
  return type.inner_width_mm * type.inner_length_mm * type.inner_depth_mm;
}

/** Returns the greatest weight of the content, in g. */
export function greatestLoad(type: CartonType): number {
  return type.max_gross_weight_g - type.empty_weight_g;
}

/** Sorts smaller cartons first: by inner volume, then by outer volume, then by id. */
export function bySize(one: CartonType, other: CartonType): number {
  return innerVolume(one) - innerVolume(other) || outerVolume(one) - outerVolume(other) || one.id - other.id;
}

function outerVolume(type: CartonType): number {
  return type.outer_width_mm * type.outer_length_mm * type.outer_depth_mm;
}

/** The greatest gross weight of a carton type without a limit. */
export const noWeightLimit = 2_147_483_647;
