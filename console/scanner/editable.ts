/** Returns whether keys that reach an element write into it, or choose in it. */
export const isEditable = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target instanceof HTMLSelectElement || isTextField(target));

/** Returns whether keys that reach an element write text into it. */
export const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|reset|range)$/.test(target.type)));
