import { useRef, useState } from 'react';
import type { CheckedUnits } from './units.ts';

const prefix = 'conveyor-checked/pack/';

/** Keeps the units of a pack that somebody has checked by scans, over a reload of the page too. */
export function useCheckedUnits(packId: number) {
  const place = prefix + packId;
  const [checked, setChecked] = useState<CheckedUnits>(
    () => new Map(JSON.parse(sessionStorage.getItem(place) ?? '[]')),
  );
  // Two answers may arrive before the page is drawn again.
  const latest = useRef(checked);
  const change = (to: (before: CheckedUnits) => CheckedUnits) => {
    latest.current = to(latest.current);
    sessionStorage.setItem(place, JSON.stringify([...latest.current]));
    setChecked(latest.current);
  };
  return { checked, change };
}
