import { relative } from 'node:path';

/** Returns a path as people read it: relative to the current folder if it is inside. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  if (near === '') return '.';
  return near.startsWith('..') ? path : near;
}
