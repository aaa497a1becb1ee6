import type { CartonType } from './carton-type.ts';
import { innerVolume } from './carton-type.ts';
import type { Filled } from './filling/fill.ts';
import type { Counts } from './kinds.ts';

/** A carton and what is in it. */
export interface FilledCarton {
  readonly type: CartonType;
  readonly filled: Filled;
}

/** Cartons for the units of one group, and the units for which there was no carton left. */
export interface Packing {
  readonly cartons: readonly FilledCarton[];
  readonly left: Counts;
}

/** How much is gained by having these units in one carton. */
export type Worth = (taken: Counts) => number;

/** Below zero where the first is better: fewer units left over, then fewer cartons, then smaller ones. */
export function compare(one: Packing, other: Packing): number {
  return (
    units(one.left) - units(other.left) ||
    one.cartons.length - other.cartons.length ||
    volumeOfCartons(one.cartons) - volumeOfCartons(other.cartons)
  );
}

export function volumeOfCartons(cartons: readonly FilledCarton[]): number {
  return cartons.reduce((sum, { type }) => sum + innerVolume(type), 0);
}

export function units(counts: Counts): number {
  return counts.reduce((sum, qty) => sum + qty, 0);
}

export function plus(one: Counts, other: Counts): number[] {
  return one.map((qty, index) => qty + other[index]!);
}

export function minus(one: Counts, other: Counts): number[] {
  return one.map((qty, index) => qty - other[index]!);
}
