import { cameraOf } from '../../../lib/drawing/camera.ts';
import type { CartonSize } from '../../../lib/drawing/carton.ts';
import type { CartonTypeValues } from './carton-type.ts';

/** Returns the inner sizes that somebody typed; null until all three are there. */
export function sizeOf(values: Pick<CartonTypeValues, 'inner_width_mm' | 'inner_length_mm' | 'inner_depth_mm'>) {
  const { inner_width_mm: width, inner_length_mm: length, inner_depth_mm: depth } = values;
  const [inner_width_mm, inner_length_mm, inner_depth_mm] = [width, length, depth].map(Number);
  const size = { inner_width_mm, inner_length_mm, inner_depth_mm } as CartonSize;
  return Object.values(size).every((side) => side >= 1 && side <= 100_000) ? size : null;
}

interface BoxDrawingProps {
  readonly size: CartonSize;
  /** Pixels of the longer side. */
  readonly extent: number;
  /** Description of the drawing. */
  readonly label: string;
}

/** A carton without content in its proportions, from above and from the side. */
export function BoxDrawing({ size, extent, label }: BoxDrawingProps) {
  const { inner_width_mm: width_mm, inner_length_mm: length_mm, inner_depth_mm: depth_mm } = size;
  const camera = cameraOf('iso', size, extent);
  const faces = camera.faces({ x_mm: 0, y_mm: 0, z_mm: 0, width_mm, length_mm, depth_mm });
  return (
    <svg
      role="img"
      aria-label={label}
      width={camera.width + 2}
      height={camera.height + 2}
      viewBox={`-1 -1 ${camera.width + 2} ${camera.height + 2}`}
    >
      {faces.map(({ corners, light }) => (
        <polygon
          key={light}
          points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill={`hsl(34 45% ${light}%)`}
          stroke="hsl(34 45% 30%)"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}
