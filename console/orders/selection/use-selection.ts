import { useEffect, useRef, useState } from 'react';
import { usePermits } from '../../ground/session.ts';
import { type OrderRow, rowsOfPage } from '../rows.ts';
import { readIds } from './ids.ts';
import { countOf, everything, isSelected, nothing, type Selection, withOrders } from './selection.ts';

/** The list that a selection belongs to. */
export interface SelectableList {
  /** The expression of the search. Another one is another list, with nothing selected. */
  readonly filter: string | undefined;
  readonly sort: string;
  readonly total: number | undefined;
  readonly rowAt: (index: number) => OrderRow | undefined;
  /** Index of the first row in view, and the one after the last. */
  readonly range: { readonly from: number; readonly to: number };
}

/** The last selection: it is restored when the user returns from an order, or sorts the list. */
let kept: { readonly filter: string | undefined; readonly selection: Selection } = {
  filter: undefined,
  selection: nothing,
};

export type OrderSelection = ReturnType<typeof useSelection>;

/** Keeps which orders of a list are selected. Orders stay selected when they leave the view, and when they change. */
export function useSelection({ filter, sort, total, rowAt, range }: SelectableList) {
  const permits = usePermits();
  const [selection, select] = useState<Selection>(() => (kept.filter === filter ? kept.selection : nothing));
  useEffect(() => {
    kept = { filter, selection };
  }, [filter, selection]);
  /** The first row of the next range. */
  const anchor = useRef(0);
  const put = (ids: readonly number[], isOn: boolean) => select((before) => withOrders(before, ids, isOn));
  const isOn = (row: OrderRow | undefined) => row !== undefined && isSelected(selection, row.id);
  const loaded = loadedRows(range, total ?? 0, rowAt);
  return {
    isOffered: permits('bulkrun.create') && permits('bulkrun.read'),
    selection,
    filter,
    total: total ?? 0,
    count: countOf(selection, total ?? 0),
    isOn,
    /** Whether all rows that are read, or some orders, are selected: the state of the box in the heading. */
    areAllOn: loaded.length > 0 && loaded.every(isOn),
    toggle(index: number) {
      const row = rowAt(index);
      if (!row) return;
      anchor.current = index;
      put([row.id], !isOn(row));
    },
    /** Gives all rows between the last one and this one the state that this one gets. Rows that were not read yet are read. */
    async extendTo(index: number, toOn = !isOn(rowAt(index))) {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index) + 1];
      anchor.current = index;
      const rows = Array.from({ length: to - from }, (_, place) => rowAt(from + place));
      const ids = rows.flatMap((row) => row?.id ?? []);
      put(ids.length === rows.length ? ids : await readIds({ filter, sort, from, to }), toOn);
    },
    toggleLoaded() {
      if (loaded.every(isOn)) select(nothing);
      else
        put(
          loaded.map(({ id }) => id),
          true,
        );
    },
    selectAll: () => select(everything),
    clear: () => select(nothing),
  };
}

/** The rows of the pages in view: about a hundred, so that the box in the heading takes more than a screen. */
function loadedRows({ from, to }: SelectableList['range'], total: number, rowAt: SelectableList['rowAt']): OrderRow[] {
  const first = Math.floor(from / rowsOfPage) * rowsOfPage;
  const end = Math.min(total, Math.ceil(to / rowsOfPage) * rowsOfPage);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => rowAt(first + index)).filter(
    (row) => row !== undefined,
  );
}
