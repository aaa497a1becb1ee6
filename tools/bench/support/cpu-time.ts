import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc a second; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * CPU time that a process and all its children have used so far, in milliseconds; those that have ended included. Linux only.
 */
export function cpuMilliseconds(pid: number): number {
  const parents = new Map<number, { parent: number; ticks: number }>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = statOf(Number(entry));
    if (stat) parents.set(Number(entry), stat);
  }
  let ticks = 0;
  for (const [id, own] of parents) if (id === pid || isBelow(id, pid, parents)) ticks += own.ticks;
  return (ticks * 1000) / ticksPerSecond;
}

function isBelow(id: number, ancestor: number, known: ReadonlyMap<number, { parent: number }>): boolean {
  for (let at = known.get(id)?.parent; at !== undefined && at > 1; at = known.get(at)?.parent) {
    if (at === ancestor) return true;
  }
  return false;
}

function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    // pid (name) state ppid … utime stime cutime cstime: the name may hold spaces and parentheses.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) };
  } catch {
    return null;
  }
}
