import type { Camera } from './camera.ts';
import type { Box } from './carton.ts';

/**
 * Returns for each box the boxes that hide a part of it, by their indexes. Boxes are compared only if they meet on the first
 * interval of the camera: of 10,000 in a carton, a box meets some hundreds.
 */
export function hidersOf(boxes: readonly Box[], camera: Pick<Camera, 'across'>): readonly (readonly number[])[] {
  const hiders: number[][] = boxes.map(() => []);
  const sorted = boxes
    .map((box, index) => ({ box, index, across: camera.across(box) }))
    .sort((one, other) => from(one) - from(other));
  sorted.forEach((one, at) => {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (!other || from(other) >= to(one)) break;
      if (!one.across.every(([start, end], axis) => meets(start, end, other.across[axis]))) continue;
      if (precedes(one.box, other.box)) hiders[one.index]?.push(other.index);
      else if (precedes(other.box, one.box)) hiders[other.index]?.push(one.index);
    }
  });
  return hiders;
}

type Across = { readonly across: ReturnType<Camera['across']> };
const from = ({ across }: Across): number => across[0]?.[0] ?? 0;
const to = ({ across }: Across): number => across[0]?.[1] ?? 0;

function meets(start: number, end: number, other: readonly [number, number] | undefined): boolean {
  return other !== undefined && start < other[1] && other[0] < end;
}

/**
 * Returns true if the one ends, on some axis, where the other begins or before. Two boxes that overlap in the
 * picture are apart in one direction only, so this tells which box is behind.
 */
function precedes(one: Box, other: Box): boolean {
  return (
    one.x_mm + one.width_mm <= other.x_mm ||
    one.y_mm + one.length_mm <= other.y_mm ||
    one.z_mm + one.depth_mm <= other.z_mm
  );
}
