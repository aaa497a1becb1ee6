import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from './process-identity.ts';

export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function writePid(file: string, pid: number): void {
  writeFileSync(file, `${pid}\n`, { mode: 0o600 });
}

export function removePid(file: string): void {
  rmSync(file, { force: true });
}

/** Sends the signals one after the other, with `wait` milliseconds after each, until the process has ended. */
export async function endProcess(pid: number, signals: readonly NodeJS.Signals[], wait: number): Promise<void> {
  for (const signal of signals) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = Date.now() + wait;
    while (Date.now() < until && isAlive(pid)) await pause(20);
  }
}
