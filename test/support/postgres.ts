import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  endLeftoverPostgres,
  launchPostgres,
  postgresAccess,
  postgresReady,
  postgresUrl,
  unsafeSettings,
} from '../../cli/stack/postgres/postgres.ts';
import { isAlive } from '../../cli/stack/processes/process-identity.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for the whole test run, by its superuser: make databases of your own in it. */
    databaseUrl: string;
  }
}

const folderName = 'conveyor-test-';

/** A file system in memory, on Linux. A new database is 700 files: there it takes half of the time that ext4 takes. */
const memory = '/dev/shm';
/** Free bytes that the memory must have. A test run uses under 1 GiB; a container may have 64 MiB. */
const leastMemory = 4 * 1024 ** 3;

/**
 * Rules for connections that ask for no password. The usual check hashes it 4,096 times on both sides, for each of the thousands of
 * connections of a test run.
 */
const withoutPassword = 'host all all 127.0.0.1/32 trust\n';

/** Starts the one embedded PostgreSQL of a test run (half a second); TEST_DATABASE_URL names another. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  if (databaseUrl) {
    project.provide('databaseUrl', databaseUrl);
    return undefined;
  }
  await clearAbandoned();
  const folder = mkdtempSync(join(hasMemory() ? memory : tmpdir(), `${folderName}${process.pid}-`));
  const access = await postgresAccess(undefined);
  const launch = await launchPostgres(join(folder, 'postgres'), access, unsafeSettings);
  writeFileSync(join(folder, 'postgres', 'pg_hba.conf'), withoutPassword);
  const { command, args, ...options } = launch;
  const server = spawn(command, args, { ...options, stdio: 'ignore' });
  const abandon = () => server.kill('SIGQUIT');
  process.once('exit', abandon);
  const gone = once(server, 'exit').then(() =>
    Promise.reject(new Error('The PostgreSQL for the tests did not start.')),
  );
  gone.catch(() => undefined);
  await Promise.race([postgresReady(access, 'postgres'), gone]);
  project.provide('databaseUrl', postgresUrl(access, 'postgres'));
  return async () => {
    process.off('exit', abandon);
    server.kill('SIGQUIT');
    await gone.catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastMemory;
  } catch {
    return false;
  }
}

/** The remains of interrupted runs: their folders have the process ids in their names. */
async function clearAbandoned(): Promise<void> {
  const parents = [tmpdir(), ...(existsSync(memory) ? [memory] : [])];
  for (const path of parents.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))) {
    const name = basename(path);
    const pid = name.startsWith(folderName) ? Number.parseInt(name.slice(folderName.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await endLeftoverPostgres(join(path, 'postgres'));
    rmSync(path, { recursive: true, force: true });
  }
}
