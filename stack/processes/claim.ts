import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type DataFolder, readJson } from '../data-folder.ts';
import { Failure } from './failure.ts';
import { removePid, writePid } from './pid-file.ts';
import { isAlive, startedAt } from './process-identity.ts';

interface Claim {
  pid: number;
  /** Tells this process from a later one with the same number. */
  started: string;
  url: string;
}

/**
 * Takes a data folder for this process, so that two stacks never work on one. Refuses, with the other's address, where it
 * is taken by a process that still runs. Gives back what lets it go.
 */
export function claimFolder(folder: DataFolder, url: string): () => void {
  const holder = holderOf(folder);
  if (holder) {
    throw new Failure(
      `A stack already runs on ${folder.path}: ${holder.url} (process ${holder.pid}). Use that one, stop it, or give this one another folder with --data.`,
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
    // Broken off while it was written: nobody holds it.
    return undefined;
  }
}
