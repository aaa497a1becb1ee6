import type { Attempts } from '../attempts.ts';
import { innerVolume } from '../carton-type.ts';
import type { FilledCarton } from '../packing.ts';
import type { Supply } from '../supply.ts';

/** The content of a carton in the smallest that holds it and that there is one of: perhaps the same carton. */
export function shrink(attempts: Attempts, supply: Supply, carton: FilledCarton): FilledCarton {
  for (const type of supply.available()) {
    if (innerVolume(type) >= innerVolume(carton.type)) break;
    const filled = attempts.whole(type, carton.filled.taken);
    if (!filled) continue;
    supply.take(type);
    supply.putBack(carton.type);
    return { type, filled };
  }
  return carton;
}
