import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const megabyte = 1_048_576;
/** MiB. PostgreSQL writes its log of changes in files of 16 MiB, and recovers after a crash with a few of them. */
const leastFree = 64;
/** Milliseconds between two looks. */
const interval = 1_000;

/**
 * Waits until the disk of a folder has room for a start. Without room no program of the stack starts.
 * @param report gets one sentence if it has to wait
 */
export async function awaitSpace(folder: string, report: (line: string) => void): Promise<void> {
  const path = resolve(folder);
  let free = await freeMegabytes(path);
  if (free >= leastFree) return;
  report(`The disk of ${path} is full: ${free} MiB are free. The start goes on when ${leastFree} MiB are free.`);
  while (free < leastFree) {
    await pause(interval);
    free = await freeMegabytes(path);
  }
}

/** Returns the free space of the disk of a folder that may not exist yet. */
async function freeMegabytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return Math.floor((bavail * bsize) / megabyte);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    return freeMegabytes(parent);
  }
}
