import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and all its children that is in use, in MiB. Linux only. */
export function memoryMiB(pid: number): number {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (/^\d+$/.test(entry)) parents.set(Number(entry), statusValue(Number(entry), 'PPid'));
  }
  const below = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (id === pid || below(parents.get(id)));
  let kibibytes = 0;
  for (const id of parents.keys()) if (below(id)) kibibytes += statusValue(id, 'VmRSS');
  return kibibytes / 1024;
}

function statusValue(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
