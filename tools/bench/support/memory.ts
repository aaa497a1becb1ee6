import { readdirSync, readFileSync } from 'node:fs';

/** Returns the memory of a process and all its children that is in use, in MiB. Shared pages count once for each process. Linux only. */
export function memoryMiB(pid: number): number {
  return sumBelow(pid, (id) => statusValue(id, 'VmRSS')) / 1024;
}

/**
 * Returns the memory of a process and all its children in MiB. Pages that processes share are divided among them, so that the sum over
 * processes is what they use together. Linux only.
 */
export function proportionalMemoryMiB(pid: number): number {
  return sumBelow(pid, (id) => valueIn(`/proc/${id}/smaps_rollup`, 'Pss')) / 1024;
}

function sumBelow(pid: number, kibibytes: (id: number) => number): number {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (/^\d+$/.test(entry)) parents.set(Number(entry), statusValue(Number(entry), 'PPid'));
  }
  const below = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (id === pid || below(parents.get(id)));
  return [...parents.keys()].filter(below).reduce((sum, id) => sum + kibibytes(id), 0);
}

const statusValue = (pid: number, name: string): number => valueIn(`/proc/${pid}/status`, name);

/** Returns the number of a line such as `VmRSS:   1234 kB`; 0 if the process has ended. */
function valueIn(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
