import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** Offers of the components in view, such as keys: each component adds a list, and removes it when it leaves. */
export class Registry<Entry> {
  readonly #lists = new Set<{ readonly current: readonly Entry[] }>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** Adds a list, whose entries may change. @returns a function that removes it */
  add(list: { readonly current: readonly Entry[] }): () => void {
    this.#lists.add(list);
    this.changed();
    return () => {
      this.#lists.delete(list);
      this.changed();
    };
  }

  /** Tells the listeners that the entries of a list are others. */
  changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Grows with each change. */
  readonly version = (): number => this.#version;

  /** Calls a listener after each change. @returns a function that removes it */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the entries of all lists, the latest list first. */
  all(): Entry[] {
    return [...this.#lists].reverse().flatMap(({ current }) => current);
  }
}

/** Offers entries as long as the component is in view. */
export function useRegistered<Entry>(registry: Registry<Entry>, entries: readonly Entry[]): void {
  const list = useRef(entries);
  // Before the page is painted: somebody who sees it may scan or press a key.
  useLayoutEffect(() => {
    list.current = entries;
  });
  useEffect(() => registry.changed());
  useLayoutEffect(() => registry.add(list), [registry]);
}

/** Returns the entries of all components in view. Not for a component that offers entries itself: each render of that is a change. */
export function useAll<Entry>(registry: Registry<Entry>): readonly Entry[] {
  useSyncExternalStore(registry.onChange, registry.version);
  return registry.all();
}
