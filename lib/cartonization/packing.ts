import type { CartonType } from './carton-type.ts';
import { innerVolume } from './carton-type.ts';
import type { Content } from './filling/fill.ts';
import { type Counts, countAt } from './kinds.ts';

/** A carton with its content. */
export interface FilledCarton {
  readonly type: CartonType;
  readonly content: Content;
}

/** Cartons for the units of one group, and the units without a carton. */
export interface Packing {
  readonly cartons: readonly FilledCarton[];
  readonly left: Counts;
}

/** The gain of having these units in one carton. Only comparisons of two figures matter. */
export type Worth = (counts: Counts) => number;

/** Returns less than 0 if the first packing is better: fewer units left, then fewer cartons, then smaller cartons. */
export function compare(one: Packing, other: Packing): number {
  return (
    units(one.left) - units(other.left) ||
    one.cartons.length - other.cartons.length ||
    volumeOfCartons(one.cartons) - volumeOfCartons(other.cartons)
  );
}

function volumeOfCartons(cartons: readonly FilledCarton[]): number {
  return cartons.reduce((sum, { type }) => sum + innerVolume(type), 0);
}

export function units(counts: Counts): number {
  return counts.reduce((sum, qty) => sum + qty, 0);
}

export function plus(one: Counts, other: Counts): number[] {
  return one.map((qty, index) => qty + countAt(other, index));
}

export function minus(one: Counts, other: Counts): number[] {
  return one.map((qty, index) => qty - countAt(other, index));
}
