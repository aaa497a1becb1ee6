import { useState } from 'react';
import { type CheckedUnits, checkKey } from './units.ts';

const prefix = 'conveyor-checked/pack/';

/** Keeps the units of a pack that somebody has checked by scans, over a reload of the page too. */
export function useCheckedUnits(packId: number) {
  const place = prefix + packId;
  const [checked, setChecked] = useState<CheckedUnits>(
    () => new Map(JSON.parse(sessionStorage.getItem(place) ?? '[]')),
  );
  const check = (cartonId: number, partId: number, units: number) => {
    const key = checkKey(cartonId, partId);
    const next = new Map([...checked, [key, (checked.get(key) ?? 0) + units]]);
    sessionStorage.setItem(place, JSON.stringify([...next]));
    setChecked(next);
  };
  return { checked, check };
}
