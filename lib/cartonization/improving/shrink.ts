import type { Attempts } from '../attempts.ts';
import { innerVolume } from '../carton-type.ts';
import type { FilledCarton } from '../packing.ts';
import type { Supply } from '../supply.ts';

/** Moves the content of a carton into the smallest available type that holds it. Returns the same carton if none is smaller. */
export function shrink(attempts: Attempts, supply: Supply, carton: FilledCarton): FilledCarton {
  for (const type of supply.available()) {
    if (innerVolume(type) >= innerVolume(carton.type) || attempts.steps.left <= 0) break;
    const content = attempts.whole(type, carton.content.counts);
    if (!content) continue;
    supply.take(type);
    supply.putBack(carton.type);
    return { type, content };
  }
  return carton;
}
