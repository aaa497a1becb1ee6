import { useEffect, useState } from 'react';

/**
 * Opens a dialog that was just loaded. When it leaves, the focus returns to where it was before, unless a command has moved it:
 * the dialog itself would miss where that was, because it is loaded only afterwards.
 * @param focused what had the focus before; by default what has it now
 */
export function useOpening(focused = document.activeElement) {
  const [isOpen, setOpen] = useState(true);
  const [before] = useState(focused);
  useEffect(
    () => () => {
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
      if (!hasFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
  return { isOpen, close: () => setOpen(false) };
}
