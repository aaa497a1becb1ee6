import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Carton } from '../../../client/browser.ts';
import { servicePath } from '../../ground/client.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type ContentRow, nameOf } from './contents.ts';

/** Parts that the words for the drawing name. */
const mostNamed = 8;

/**
 * The drawing that the service makes of a carton. It has a white ground in light and in dark colors: the colors of its units need one.
 * Within an image, nothing of a drawing can run.
 */
export function Drawing({ carton, rows }: { readonly carton: Carton; readonly rows: readonly ContentRow[] }) {
  const { cartons: texts } = useTexts();
  const [hasFailed, setFailed] = useState(false);
  if (carton.placements === null) return <Note>{texts.byHand}</Note>;
  if (hasFailed) return <Note>{texts.notDrawn}</Note>;
  const source = `${servicePath}/carton/${carton.id}/drawing`;
  const named = rows.slice(0, mostNamed).map(({ qty, part, partId }) => `${qty} × ${part?.number ?? partId}`);
  const others = rows.length > mostNamed ? [texts.others(rows.length - mostNamed)] : [];
  return (
    <a
      className="carton-drawing"
      href={source}
      target="_blank"
      rel="noreferrer"
      title={texts.openDrawing(nameOf(carton))}
    >
      <img
        src={source}
        loading="lazy"
        alt={texts.drawing(nameOf(carton), [...named, ...others].join(', '))}
        onError={() => setFailed(true)}
      />
    </a>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
