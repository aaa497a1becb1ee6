import { useEffect } from 'react';
import { Registry, useAll, useRegistered } from './registry.ts';

/** A key that has an effect outside text fields and dialogs. */
export interface Key {
  /** A key as `KeyboardEvent.key` names it, such as `j` and `?`, or two of them one after the other: `g o`. */
  readonly press: string;
  /** Its effect, for the list of keys. */
  readonly name: string;
  readonly run: () => void;
  /** Whether all pages have it. The list of keys names these apart. */
  readonly isEverywhere?: boolean;
}

const registry = new Registry<Key>();

/** Returns all keys that do something now. */
export const useAllKeys = (): readonly Key[] => useAll(registry);

/** Adds keys as long as the component is in view. Where two components have the same key, the one that came later gets it. */
export const useKeys = (keys: readonly Key[]): void => useRegistered(registry, keys);

/** Milliseconds within which the second key of two has to follow. */
const longestPause = 1_000;

/** Has key presses do what the components in view offer. For the frame of all pages, once. */
export function useKeyPresses(): void {
  useEffect(() => {
    let first = { key: '', at: 0 };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isInUse(event.target)) return;
      const keys = registry.all();
      const both = event.timeStamp - first.at < longestPause ? `${first.key} ${event.key}` : null;
      const key = keys.find(({ press }) => press === both) ?? keys.find(({ press }) => press === event.key);
      first = key ? { key: '', at: 0 } : { key: event.key, at: event.timeStamp };
      if (!key) return;
      event.preventDefault();
      key.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whether a dialog is open. It blocks the keys of the page. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Whether the keys belong to a text field, to an open menu, or to a dialog. */
function isInUse(target: EventTarget | null): boolean {
  if (isDialogOpen()) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null
  );
}
