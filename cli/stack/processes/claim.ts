import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../lib/failure.ts';
import { type DataFolder, readJson } from '../data-folder.ts';
import { removePid, writePid } from './pid-file.ts';
import { isAlive, startedAt } from './process-identity.ts';

interface Claim {
  pid: number;
  /** Start time, which distinguishes this process from a later one with the same id. */
  started: string;
  url: string;
}

/**
 * Claims a data folder for this process, so that two stacks never use the same folder.
 * @returns a function that releases the folder
 * @throws Failure with the address of the stack that uses the folder
 */
export function claimFolder(folder: DataFolder, url: string): () => void {
  const holder = holderOf(folder);
  if (holder) {
    throw new Failure(
      `A stack already uses ${folder.path}: ${holder.url} (process ${holder.pid}). Use that stack, stop it, or choose another folder with --data.`,
    );
  }
  rmSync(folder.claim, { force: true });
  const file = openSync(folder.claim, 'wx', 0o600);
  const claim: Claim = { pid: process.pid, started: startedAt(process.pid), url };
  writeSync(file, `${JSON.stringify(claim)}\n`);
  closeSync(file);
  const pidFile = join(folder.run, 'stack.pid');
  writePid(pidFile, process.pid);
  return () => {
    removePid(pidFile);
    rmSync(folder.claim, { force: true });
  };
}

function holderOf(folder: DataFolder): Claim | undefined {
  try {
    const claim = readJson<Claim>(folder.claim);
    return claim && isAlive(claim.pid) && startedAt(claim.pid) === claim.started ? claim : undefined;
  } catch {
    // The writing process was killed before the file was complete, so no process holds the folder.
    return undefined;
  }
}
