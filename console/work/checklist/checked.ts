import { useState } from 'react';

const prefix = 'conveyor-checked/';

export interface Checked {
  readonly ids: ReadonlySet<number>;
  readonly add: (ids: readonly number[]) => void;
  readonly remove: (ids: readonly number[]) => void;
  readonly clear: () => void;
}

/** Keeps what somebody has checked off, over a reload of the page too. @param list such as `ship/12` */
export function useChecked(list: string): Checked {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => read(list));
  // From what there is then: two labels in one picture of a camera come at once.
  const keep = (change: (before: ReadonlySet<number>) => ReadonlySet<number>) => {
    setIds((before) => {
      const next = change(before);
      if (next.size === 0) sessionStorage.removeItem(prefix + list);
      else sessionStorage.setItem(prefix + list, JSON.stringify([...next]));
      return next;
    });
  };
  return {
    ids,
    add: (more) => keep((before) => new Set([...before, ...more])),
    remove: (gone) => keep((before) => new Set([...before].filter((one) => !gone.includes(one)))),
    clear: () => keep(() => new Set()),
  };
}

function read(list: string): ReadonlySet<number> {
  return new Set(JSON.parse(sessionStorage.getItem(prefix + list) ?? '[]'));
}
