import type { CartonType } from '../carton-type.ts';
import type { Counts, Kind } from '../kinds.ts';
import type { Steps } from '../steps.ts';
import { Filling, type Placed } from './filling.ts';
import { type Layer, stackLayers } from './layers.ts';
import type { Score } from './scores.ts';

/** What one attempt got into one carton. */
export interface Filled {
  readonly placed: readonly Placed[];
  /** Units of each kind in it. */
  readonly taken: Counts;
  readonly volume: number;
  readonly complete: boolean;
}

/**
 * Fill one carton: kind after kind in the order of `sequence`, each unit where `score` likes it best. What found no
 * place is tried once more as long as that helps, since other units may have come to support it. With `stack` whole
 * layers of one kind come first.
 */
export function fill(
  type: CartonType,
  sequence: readonly Kind[],
  wanted: Counts,
  score: Score,
  steps: Steps,
  stack?: { readonly kind: Kind; readonly layers: readonly Layer[] },
): Filled {
  const left = [...wanted];
  const thinnest = Math.min(...sequence.map((kind) => kind.thinnest));
  steps.left -= sequence.length;
  const filling = new Filling(type, thinnest, steps);
  if (stack) left[stack.kind.index]! -= stackLayers(filling, stack.kind, stack.layers, left[stack.kind.index]!);
  // Round and round, until no kind has found a place since the last one that did.
  for (let at = 0, since = 0; since < sequence.length; at = (at + 1) % sequence.length, since++) {
    const kind = sequence[at]!;
    while (left[kind.index]! > 0 && filling.bears(kind) > 0) {
      const spot = filling.bestSpot(kind, score);
      if (!spot) break;
      filling.place(kind, spot);
      left[kind.index]!--;
      since = 0;
    }
  }
  return {
    placed: filling.placed,
    taken: wanted.map((qty, index) => qty - left[index]!),
    volume: filling.volume,
    complete: left.every((qty) => qty === 0),
  };
}
