import { useEffect, useRef, useState } from 'react';

/** Actions of the keys on the row under the cursor. */
export interface CursorActions {
  readonly count: number;
  /** Index of the first row in view: the cursor begins there. */
  readonly first: number;
  readonly scrollTo: (index: number) => void;
  readonly open: (index: number) => void;
  /** Undefined where nothing can be selected. */
  readonly toggle: ((index: number) => void) | undefined;
  readonly extendTo: ((index: number) => void) | undefined;
}

export interface Cursor {
  /** The row with the keyboard focus; null before a key or a click chose one. */
  readonly at: number | null;
  /** Notes that a row got the focus by a click or by Tab. */
  readonly enter: (index: number) => void;
  /** Returns whether a row that appears has to take the focus, because a key moved the cursor there. */
  readonly takesFocus: (index: number) => boolean;
}

const letters: Readonly<Record<string, number>> = { j: 1, k: -1 };
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Moves a cursor over the rows: j and k from anywhere on the page, the arrow keys within the list. x selects the row under it, Enter
 * opens it, and with Shift a move selects all rows on its way.
 */
export function useCursor(actions: CursorActions): Cursor {
  const [at, setAt] = useState<number | null>(null);
  const current = useRef({ ...actions, at });
  current.current = { ...actions, at };
  /** The row that a key moved to, until it has the focus: a row out of view appears only after the list has scrolled. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const move = (event: KeyboardEvent, by: number) => {
      const { at: index, count, first, scrollTo, extendTo } = current.current;
      const next = index === null ? first : Math.min(count - 1, Math.max(0, index + by));
      wanted.current = next;
      setAt(next);
      scrollTo(next);
      if (event.shiftKey) extendTo?.(next);
    };
    const onKey = (event: KeyboardEvent) => {
      if (isForOthers(event)) return;
      const { at: index, count, toggle, open } = current.current;
      const by = stepOf(event);
      if (by !== undefined && count > 0) move(event, by);
      else if (index !== null && isToggle(event)) toggle?.(index);
      else if (index !== null && event.key === 'Enter' && (isRow(event) || isBox(event))) open(index);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return {
    at,
    enter: setAt,
    takesFocus(index) {
      if (wanted.current !== index) return false;
      wanted.current = null;
      return true;
    },
  };
}

const elementOf = ({ target }: KeyboardEvent) => (target instanceof HTMLElement ? target : document.body);
const isRow = (event: KeyboardEvent) => elementOf(event).role === 'row';
const isBox = (event: KeyboardEvent) => elementOf(event).matches('.orders input[type=checkbox]');
const isToggle = (event: KeyboardEvent) => event.key.toLowerCase() === 'x' || (event.key === ' ' && isRow(event));
const isInList = (event: KeyboardEvent) => elementOf(event).closest('.orders') !== null;

/** The arrow keys scroll the page unless the focus is in the list. */
const stepOf = (event: KeyboardEvent): number | undefined =>
  letters[event.key.toLowerCase()] ?? (isInList(event) ? arrows[event.key] : undefined);

/** Keys that somebody types, that belong to the browser, or that a dialog or a menu is open for. */
function isForOthers(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, metaKey, altKey } = event;
  const isTyping = elementOf(event).matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
  const isCovered = document.querySelector('[role=dialog], [role=menu]') !== null;
  return defaultPrevented || ctrlKey || metaKey || altKey || isTyping || isCovered;
}
