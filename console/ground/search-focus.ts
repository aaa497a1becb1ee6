import { type RefObject, useEffect } from 'react';

/** A field, or what stands for it until its editor is loaded. */
interface Focusable {
  focus(): void;
}

/** The search that the key `/` focuses. It may appear only after the page of orders has been opened. */
let field: RefObject<Focusable | null> | null = null;
let isWanted = false;

function focus(): void {
  field?.current?.focus();
}

/** Moves into the search of the page, or into that of the next page that has one. */
export function focusSearch(): void {
  if (field) focus();
  else isWanted = true;
}

/**
 * Makes a field the search that the key `/` focuses. @param isSought whether the field is the search of the page of
 * orders
 */
export function useSearchField(search: RefObject<Focusable | null>, isSought: boolean): void {
  useEffect(() => {
    if (!isSought) return;
    field = search;
    if (isWanted) focus();
    isWanted = false;
    return () => {
      field = null;
    };
  }, [search, isSought]);
}
