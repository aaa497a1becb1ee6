import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Carton } from '../../../client/browser.ts';
import type { CartonSize } from '../../../lib/drawing/carton.ts';
import { drawCarton } from '../../../lib/drawing/draw-carton.ts';
import { drawContents } from '../../../lib/drawing/draw-rows.ts';
import type { Picture, View } from '../../../lib/drawing/picture.ts';
import { Choice } from '../choice.tsx';
import { PictureSvg } from '../drawing/picture-svg.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { CartonCardProps } from './carton-card.tsx';
import { litInRows, pictureStep } from './picture-step.ts';
import { checkKey, type PackedCarton } from './units.ts';
import type { Packing } from './use-packing.ts';

/** The drawing of the carton at hand, with the unit that was scanned last in light. */
export function CartonPicture({ pack, carton, packing }: CartonCardProps) {
  const texts = useWorkTexts().pack;
  const [view, setView] = useState<View>('iso');
  const record = pack.cartons?.find(({ id }) => id === carton.id);
  const hasPlaces = sizeOf(record) !== null && record?.placements != null;
  return (
    <Stack gap="xs">
      <PictureSvg picture={pictureOf(record, carton, packing, view)} title={texts.drawing(carton.name)} />
      {hasPlaces && (
        <Choice
          name={texts.view}
          value={view}
          onChange={setView}
          choices={(['iso', 'top', 'front', 'rows'] as const).map((value) => ({ value, label: texts.views[value] }))}
        />
      )}
    </Stack>
  );
}

/** A carton that was filled by hand has no places: its drawing has a row for each part. */
function pictureOf(record: Carton | undefined, carton: PackedCarton, packing: Packing, view: View): Picture {
  const { lines, checked, lit } = packing;
  const names = new Map(lines.map(({ part }) => [part.id, part.number]));
  const litPart = lit?.cartonId === carton.id ? lit.partId : null;
  const size = sizeOf(record);
  if (size && record?.placements) {
    const seen = new Map(lines.map(({ part }) => [part.id, checked.get(checkKey(carton.id, part.id)) ?? 0]));
    // People who pack by taps see the finished carton. With the first scan it builds up.
    const isScanned = [...seen.values()].some((units) => units > 0);
    const step = isScanned ? pictureStep(record.placements, seen, litPart) : {};
    return drawCarton(size, record.placements, names, { view, ...step });
  }
  const contents = carton.contents.map(({ partId, qty }) => ({ part_id: partId, qty }));
  const last = litInRows(contents, litPart);
  return drawContents(contents, names, last === undefined ? {} : { lit: last });
}

function sizeOf(record: Carton | undefined): CartonSize | null {
  const { inner_width_mm = null, inner_length_mm = null, inner_depth_mm = null } = record?.cartontype ?? {};
  if (inner_width_mm === null || inner_length_mm === null || inner_depth_mm === null) return null;
  return { inner_width_mm, inner_length_mm, inner_depth_mm };
}
