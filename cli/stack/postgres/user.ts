import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { Failure } from '../../../lib/failure.ts';

const run = promisify(execFile);

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user that PostgreSQL runs as; undefined means the current user. The server refuses root. As root it runs as the
 * owner of existing data, or else as the user `postgres`, which is created if missing, or else as `nobody`.
 */
export async function postgresUser(data: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  return (await lookUp('postgres')) ?? (await createPostgresUser()) ?? (await lookUp('nobody')) ?? refuse();
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createPostgresUser(): Promise<SystemUser | undefined> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  } catch {
    return undefined;
  }
  return lookUp('postgres');
}

function refuse(): never {
  throw new Failure(
    'PostgreSQL does not run as root, and this system has no user "postgres". Create that user, run as an ordinary user, or set DATABASE_URL.',
  );
}
