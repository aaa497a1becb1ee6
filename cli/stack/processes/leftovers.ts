import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { endLeftoverPostgres } from '../postgres/postgres.ts';
import { endProcess, readPid, removePid } from './pid-file.ts';
import { isAlive, wasStartedWith } from './process-identity.ts';

/**
 * Ends the programs that a killed stack left running on this folder: worker and service first, then Temporal and PostgreSQL.
 * A process is ended only if its command line contains the folder.
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
