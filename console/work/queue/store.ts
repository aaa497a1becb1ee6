import type { Entry } from './entry.ts';
import { queuePrefix } from './leftovers.ts';

// Tabs that add at once overwrite nothing of each other: each entry has a place of its own.
const prefix = queuePrefix;

type Listener = () => void;

const listeners = new Set<Listener>();
let known: readonly Entry[] | null = null;
let last = 0;

/** Returns the place of a new entry. Places sort by time, also of two entries within a millisecond. */
function newPlace(key: string): string {
  last = Math.max(last + 1, Date.now() * 1_000);
  return `${prefix}${last}/${key}`;
}

function tell(): void {
  known = null;
  for (const listener of listeners) listener();
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) tell();
});

const placeOf = (key: string): string | undefined =>
  Object.keys(localStorage).find((place) => place.startsWith(prefix) && place.endsWith(`/${key}`));

/** Returns all entries of this browser, the oldest first. The list is the same one until something changes. */
export function entries(): readonly Entry[] {
  known ??= Object.keys(localStorage)
    .filter((place) => place.startsWith(prefix))
    .sort()
    // Another tab may have removed it since its place was read.
    .flatMap((place): Entry[] => [JSON.parse(localStorage.getItem(place) ?? '[]')].flat());
  return known;
}

/** Keeps an entry. @returns whether it is kept: the memory of the browser may be full */
export function add(entry: Entry): boolean {
  try {
    localStorage.setItem(newPlace(entry.key), JSON.stringify(entry));
  } catch {
    return false;
  }
  tell();
  return true;
}

/** Replaces an entry in its place. */
export function replace(entry: Entry): void {
  const place = placeOf(entry.key);
  if (!place) return;
  localStorage.setItem(place, JSON.stringify(entry));
  tell();
}

export function remove(key: string): void {
  const place = placeOf(key);
  if (!place) return;
  localStorage.removeItem(place);
  tell();
}

/** Calls a listener after each change, in this tab or in another one. @returns a function that removes it */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
