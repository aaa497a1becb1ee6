import { join, posix, relative, sep } from 'node:path';

/** Returns the path of a file from a folder, with slashes on every system. */
export const nameFrom = (folder: string, path: string): string => relative(folder, path).split(sep).join(posix.sep);

/** Returns the place of a file of a set in a folder. */
export const placeIn = (folder: string, file: string): string => join(folder, ...file.split('/'));
