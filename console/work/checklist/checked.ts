import { useState } from 'react';

const prefix = 'conveyor-checked/';

export interface Checked {
  readonly ids: ReadonlySet<number>;
  readonly add: (ids: readonly number[]) => void;
  readonly remove: (id: number) => void;
  readonly clear: () => void;
}

/** Keeps what somebody has checked off, over a reload of the page too. @param list such as `ship/12` */
export function useChecked(list: string): Checked {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => read(list));
  const keep = (next: ReadonlySet<number>) => {
    if (next.size === 0) sessionStorage.removeItem(prefix + list);
    else sessionStorage.setItem(prefix + list, JSON.stringify([...next]));
    setIds(next);
  };
  return {
    ids,
    add: (more) => keep(new Set([...ids, ...more])),
    remove: (id) => keep(new Set([...ids].filter((one) => one !== id))),
    clear: () => keep(new Set()),
  };
}

function read(list: string): ReadonlySet<number> {
  return new Set(JSON.parse(sessionStorage.getItem(prefix + list) ?? '[]'));
}
