import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

// A pid alone says little: numbers are used again, most of all in containers. Before a process is ended it has to show
// that it is the one meant. Linux tells through /proc (slim images have no `ps`), the others through `ps`.

const proc = existsSync('/proc/self/cmdline');

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Command line of a process, empty where there is none. */
export function commandLine(pid: number): string {
  try {
    if (proc) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** True where `argument` is one of the arguments a process was started with. */
export function wasStartedWith(pid: number, argument: string): boolean {
  return ` ${commandLine(pid)} `.includes(` ${argument} `);
}

/** Something that stays the same while a process lives and differs for the next one with its number. */
export function startedAt(pid: number): string {
  try {
    if (proc) return statFields(pid)[19] ?? '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** True where the process works in this folder; undefined where the system does not tell. */
export function worksIn(pid: number, folder: string): boolean | undefined {
  if (!proc) return undefined;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Ended, but not yet asked about by its parent: it holds nothing any more. */
function isZombie(pid: number): boolean {
  try {
    return proc && statFields(pid)[0] === 'Z';
  } catch {
    return false;
  }
}

/** Fields of /proc/PID/stat from the third on; the second may hold spaces and brackets. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
