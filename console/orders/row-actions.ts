import { useRef, useState } from 'react';
import type { Cursor } from './selection/cursor.ts';
import type { OrderSelection } from './selection/use-selection.ts';

/** Effects of the rows on the list. The functions stay the same for all renders. */
export interface RowActions {
  toggle(index: number): void;
  extendTo(index: number): void;
  enter(index: number): void;
  takesFocus(index: number): boolean;
}

/** Returns the actions of rows, which call the present selection and cursor. */
export function useRowActions(selection: OrderSelection, cursor: Cursor): RowActions {
  const present = useRef({ selection, cursor });
  present.current = { selection, cursor };
  const [actions] = useState<RowActions>(() => ({
    toggle: (index) => present.current.selection.toggle(index),
    extendTo: (index) => void present.current.selection.extendTo(index),
    enter: (index) => present.current.cursor.enter(index),
    takesFocus: (index) => present.current.cursor.takesFocus(index),
  }));
  return actions;
}
