import type { CartonType } from '../carton-type.ts';
import { type Counts, countAt, type Kind } from '../kinds.ts';
import type { Steps } from '../steps.ts';
import { Filling, type PlacedUnit } from './filling.ts';
import { type Layer, stackLayers } from './layers.ts';
import type { Score } from './scores.ts';

/** The content of one carton after one attempt. */
export interface Content {
  readonly placed: readonly PlacedUnit[];
  /** Units of each kind in the carton. */
  readonly counts: Counts;
  readonly volume: number;
  /** True if every wanted unit is in the carton. */
  readonly complete: boolean;
}

/**
 * Fills one carton: kind after kind in the order of `sequence`, each unit at the spot with the best score. Kinds without a spot
 * are tried again as long as other units are placed, because those may support them. With `stack`, whole layers of one kind
 * come first.
 */
export function fill(
  type: CartonType,
  sequence: readonly Kind[],
  wanted: Counts,
  score: Score,
  steps: Steps,
  stack?: { readonly kind: Kind; readonly layers: readonly Layer[] },
): Content {
  const left = [...wanted];
  const thinnest = Math.min(...sequence.map((kind) => kind.thinnest));
  steps.take(sequence.length);
  const filling = new Filling(type, thinnest, steps);
  if (stack) {
    const qty = countAt(left, stack.kind.index);
    left[stack.kind.index] = qty - stackLayers(filling, stack.kind, stack.layers, qty, steps);
  }
  for (let since = 0; since < sequence.length; ) {
    for (const kind of sequence) {
      // `since` counts the kinds since the last one that found a spot.
      if (since >= sequence.length) break;
      since++;
      steps.take(1);
      const placed = placeAll(filling, kind, countAt(left, kind.index), score);
      if (placed === 0) continue;
      left[kind.index] = countAt(left, kind.index) - placed;
      since = 1;
    }
  }
  return {
    placed: filling.placed,
    counts: wanted.map((qty, index) => qty - countAt(left, index)),
    volume: filling.volume,
    complete: left.every((qty) => qty === 0),
  };
}

/** Places up to `qty` units of a kind while the carton bears them and has a spot. Returns the number of units placed. */
function placeAll(filling: Filling, kind: Kind, qty: number, score: Score): number {
  for (let placed = 0; placed < qty; placed++) {
    const spot = filling.bears(kind) > 0 ? filling.bestSpot(kind, score) : undefined;
    if (!spot) return placed;
    filling.place(kind, spot);
  }
  return qty;
}
