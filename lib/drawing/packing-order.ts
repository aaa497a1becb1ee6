import { cameraOf } from './camera.ts';
import type { Box } from './carton.ts';
import { hidersOf } from './hiding.ts';

const isometric = cameraOf('iso', { inner_width_mm: 1, inner_length_mm: 1, inner_depth_mm: 1 }, 1);

/**
 * Returns the order for putting units into a carton, as indexes. A unit comes after its supports and after the
 * units behind it: it covers earlier units, and later units cover it only where they must. The lowest of the
 * possible next units comes first; equally low ones keep their order.
 *
 * Units can form a ring where each unit is in front of the next. Then the lowest one whose supports are in comes
 * next.
 */
export function packingOrder(units: readonly Box[]): number[] {
  const hiders = hidersOf(units, isometric);
  const behind = units.map(() => 0);
  const supports = units.map(() => 0);
  hiders.forEach((inFront, index) => {
    for (const other of inFront) {
      behind[other] = (behind[other] ?? 0) + 1;
      if (restsOn(units[other], units[index])) supports[other] = (supports[other] ?? 0) + 1;
    }
  });
  const waiting = units.map((_, index) => index).sort((one, other) => height(units[one]) - height(units[other]));
  const order: number[] = [];
  // The first waiting unit that is free is near the beginning, because waiting units are sorted from the bottom up.
  while (waiting.length > 0) {
    const free = waiting.findIndex((index) => behind[index] === 0);
    const place = free >= 0 ? free : waiting.findIndex((index) => supports[index] === 0);
    const [next] = waiting.splice(Math.max(0, place), 1);
    if (next === undefined) break;
    order.push(next);
    for (const other of hiders[next] ?? []) {
      behind[other] = (behind[other] ?? 0) - 1;
      if (restsOn(units[other], units[next])) supports[other] = (supports[other] ?? 0) - 1;
    }
  }
  return order;
}

const height = (box: Box | undefined): number => box?.z_mm ?? 0;

/** Returns true if the lower box carries a part of the upper one. */
export function restsOn(upper: Box | undefined, lower: Box | undefined): boolean {
  return (
    upper !== undefined &&
    lower !== undefined &&
    upper.z_mm === lower.z_mm + lower.depth_mm &&
    upper.x_mm < lower.x_mm + lower.width_mm &&
    lower.x_mm < upper.x_mm + upper.width_mm &&
    upper.y_mm < lower.y_mm + lower.length_mm &&
    lower.y_mm < upper.y_mm + upper.length_mm
  );
}
