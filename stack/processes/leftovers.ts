import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { endLeftoverPostgres } from '../postgres/postgres.ts';
import { endProcess, readPid, removePid } from './pid-file.ts';
import { isAlive, wasStartedWith } from './process-identity.ts';

/**
 * Ends what a stack that was killed has left running on this folder: worker and service first, then what they need. A
 * process is ended only where its own command line names the folder.
 */
export async function endLeftovers(folder: DataFolder): Promise<void> {
  const marks = { worker: folder.path, service: folder.path, temporal: folder.temporalFile };
  for (const [name, mark] of Object.entries(marks)) {
    const file = join(folder.run, `${name}.pid`);
    const pid = readPid(file);
    if (pid !== undefined && isAlive(pid) && wasStartedWith(pid, mark)) {
      await endProcess(pid, ['SIGTERM', 'SIGKILL'], 8_000);
    }
    removePid(file);
  }
  await endLeftoverPostgres(folder.postgres);
  removePid(join(folder.run, 'postgres.pid'));
}
