import { type RefObject, useEffect, useRef } from 'react';

/**
 * Shows the refusal of a form as soon as the call has ended: the keyboard moves to the first field with a fault,
 * and the browser scrolls to it. A refusal that is of no field comes into view.
 * @param isSending whether the form is under way
 * @returns the reference for the form
 */
export function useShownFault(isSending: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const wasSending = useRef(isSending);
  useEffect(() => {
    if (wasSending.current && !isSending) show(form.current);
    wasSending.current = isSending;
  }, [isSending]);
  return form;
}

function show(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
}
