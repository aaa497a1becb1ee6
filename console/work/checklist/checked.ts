import { useState } from 'react';

const prefix = 'conveyor-checked/';

export interface Checked {
  readonly ids: ReadonlySet<number>;
  /** Those of them that somebody has scanned. The others are ticked by a tap or a key. */
  readonly scannedIds: ReadonlySet<number>;
  readonly add: (ids: readonly number[], how: { readonly isScanned: boolean }) => void;
  readonly remove: (ids: readonly number[]) => void;
  readonly clear: () => void;
}

/** The ids that are checked off, and whether each was scanned. */
type Marks = ReadonlyMap<number, boolean>;

/** Keeps what somebody has checked off, over a reload of the page too. @param list such as `ship/12` */
export function useChecked(list: string): Checked {
  const [marks, setMarks] = useState<Marks>(() => read(list));
  // From what there is then: two labels in one picture of a camera come at once.
  const keep = (change: (before: Marks) => Marks) => {
    setMarks((before) => {
      const next = change(before);
      if (next.size === 0) sessionStorage.removeItem(prefix + list);
      else sessionStorage.setItem(prefix + list, JSON.stringify([...next]));
      return next;
    });
  };
  return {
    ids: new Set(marks.keys()),
    scannedIds: new Set([...marks].filter(([, isScanned]) => isScanned).map(([id]) => id)),
    add: (more, { isScanned }) => keep((before) => new Map([...before, ...more.map((id) => [id, isScanned] as const)])),
    remove: (gone) => keep((before) => new Map([...before].filter(([id]) => !gone.includes(id)))),
    clear: () => keep(() => new Map()),
  };
}

const read = (list: string): Marks => new Map(JSON.parse(sessionStorage.getItem(prefix + list) ?? '[]'));
