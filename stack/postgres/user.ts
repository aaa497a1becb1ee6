import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { Failure } from '../processes/failure.ts';

const run = promisify(execFile);

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom PostgreSQL runs as; undefined for the user we are. The server refuses root, so root hands it to the owner of the
 * data where there are some, else to the user `postgres`, made where it is missing, else to `nobody`.
 */
export async function postgresUser(data: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  return (await lookUp('postgres')) ?? (await makePostgres()) ?? (await lookUp('nobody')) ?? refuse();
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function makePostgres(): Promise<SystemUser | undefined> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch {
    return undefined;
  }
  return lookUp('postgres');
}

function refuse(): never {
  throw new Failure(
    'PostgreSQL does not run as root, and there is no user "postgres" here: make one, run as an ordinary user, or set DATABASE_URL.',
  );
}
