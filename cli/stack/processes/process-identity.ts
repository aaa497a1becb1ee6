import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

// Systems reuse process ids, containers most of all. These functions identify a process before a stack ends it. Linux has
// /proc (slim images have no `ps`); other systems have `ps`.

const proc = existsSync('/proc/self/cmdline');

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Returns the command line of a process; empty if the process does not exist. */
export function commandLine(pid: number): string {
  try {
    if (proc) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Returns whether a process was started with this argument. */
export function wasStartedWith(pid: number, argument: string): boolean {
  return ` ${commandLine(pid)} `.includes(` ${argument} `);
}

/** Returns the start time of a process, which distinguishes it from a later process with the same id. */
export function startedAt(pid: number): string {
  try {
    if (proc) return statFields(pid)[19] ?? '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Returns whether the working directory of the process is this folder; undefined if the system does not provide it. */
export function worksIn(pid: number, folder: string): boolean | undefined {
  if (!proc) return undefined;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Returns whether the process has ended and its parent has not collected it. Such a process holds no resources. */
function isZombie(pid: number): boolean {
  try {
    return proc && statFields(pid)[0] === 'Z';
  } catch {
    return false;
  }
}

/** Returns the fields of /proc/PID/stat from the third on. The second may contain spaces and brackets. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
