import type { Picture, Shape } from '../../../lib/drawing/picture.ts';

const points = (of: readonly { readonly x: number; readonly y: number }[]) =>
  of.map(({ x, y }) => `${x},${y}`).join(' ');

/** Draws a picture of a carton. It has a white ground in light and in dark colors: the colors of its units need one. */
export function PictureSvg({ picture, title }: { readonly picture: Picture; readonly title: string }) {
  return (
    <svg className="carton-picture" role="img" aria-label={title} viewBox={`0 0 ${picture.width} ${picture.height}`}>
      <rect width={picture.width} height={picture.height} fill="#ffffff" />
      {picture.shapes.map((shape, place) => (
        // The shapes of a picture have no names of their own, and are drawn again after each scan.
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
        <ShapeSvg key={place} shape={shape} />
      ))}
    </svg>
  );
}

function ShapeSvg({ shape }: { readonly shape: Shape }) {
  if (shape.kind === 'text') {
    const { at, text, size, bold, anchor, fill } = shape;
    return (
      <text x={at.x} y={at.y} fontSize={size} fontWeight={bold ? 700 : 400} textAnchor={anchor} fill={fill}>
        {text}
      </text>
    );
  }
  if (shape.kind === 'line') {
    return <polyline points={points(shape.points)} fill="none" stroke={shape.stroke} strokeDasharray={shape.dashes} />;
  }
  const { fill, stroke, width, dashes } = shape;
  return (
    <polygon
      points={points(shape.points)}
      fill={fill}
      stroke={stroke}
      strokeWidth={width}
      strokeDasharray={dashes}
      strokeLinejoin="round"
      data-part={shape.class}
    />
  );
}
