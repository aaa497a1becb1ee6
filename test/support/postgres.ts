import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  endLeftoverPostgres,
  launchPostgres,
  postgresAccess,
  postgresReady,
  postgresUrl,
  unsafeSettings,
} from '../../stack/postgres/postgres.ts';
import { isAlive } from '../../stack/processes/process-identity.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for the whole test run, by its superuser: make databases of your own in it. */
    databaseUrl: string;
  }
}

const folderName = 'conveyor-test-';

/** Starts the one embedded PostgreSQL of a test run (half a second); TEST_DATABASE_URL names another. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  if (databaseUrl) {
    project.provide('databaseUrl', databaseUrl);
    return undefined;
  }
  await clearAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${folderName}${process.pid}-`));
  const access = await postgresAccess(undefined);
  const launch = await launchPostgres(join(folder, 'postgres'), access, unsafeSettings);
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

/** The remains of interrupted runs: their folders have the process ids in their names. */
async function clearAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(folderName) ? Number.parseInt(name.slice(folderName.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    await endLeftoverPostgres(join(folder, 'postgres'));
    rmSync(folder, { recursive: true, force: true });
  }
}
