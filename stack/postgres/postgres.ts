import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, isFree } from '../ports.ts';
import { Failure } from '../processes/failure.ts';
import { endProcess } from '../processes/pid-file.ts';
import { commandLine, isAlive, worksIn } from '../processes/process-identity.ts';
import type { Launch } from '../processes/program.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { postgresUser, type SystemUser } from './user.ts';

export interface PostgresAccess {
  readonly port: number;
  readonly password: string;
}

const superuser = 'conveyor';

/** For two cores shared with everything else. What keeps data safe (fsync, synchronous_commit) stays as PostgreSQL has it. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // A socket file would have to lie in a folder that both users reach, and its path is limited to 107 characters.
  unix_socket_directories: '',
  shared_buffers: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** For tests: what a crash of the machine would take is made anew anyway. */
export const carelessSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Address of a database of the embedded server. */
export function postgresUrl(access: PostgresAccess, database: string): string {
  return `postgresql://${superuser}:${access.password}@127.0.0.1:${access.port}/${database}`;
}

/** A port and a password for a new cluster, or the old ones with another port where theirs is taken by now. */
export async function postgresAccess(known: PostgresAccess | undefined): Promise<PostgresAccess> {
  if (known && (await isFree(known.port))) return known;
  return { port: await freePort(), password: known?.password ?? randomBytes(24).toString('hex') };
}

/**
 * How to start the embedded PostgreSQL on the cluster in `folder`: makes the cluster where there is none and ends what an
 * earlier run has left. Works as root too, and where the server's user cannot enter the folders above `folder`.
 */
export async function launchPostgres(
  folder: string,
  access: PostgresAccess,
  extra: Readonly<Record<string, string>> = {},
): Promise<Launch> {
  const user = await postgresUser(folder);
  const binaries = await postgresBinaries(user);
  if (!existsSync(join(folder, 'PG_VERSION'))) await makeCluster(folder, access.password, binaries, user);
  await endLeftoverPostgres(folder);
  const flags = Object.entries({ ...settings, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    command: binaries.postgres,
    args: ['-D', pathFor(user, folder), '-p', String(access.port), ...flags],
    cwd: folder,
    env: serverEnvironment(),
    ...user,
  };
}

/** Waits until the server answers and makes `database` where it is missing. */
export async function postgresReady(access: PostgresAccess, database: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const client = new pg.Client({ connectionString: postgresUrl(access, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
      if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
      return;
    } catch (error) {
      if (!isStarting(error)) throw error;
      await pause(25);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Waits until a PostgreSQL of the user's own answers. */
export async function demandPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host } = new URL(url);
    throw new Failure(
      `PostgreSQL at ${host} (DATABASE_URL) does not answer: ${(error as Error).message}. Start it, or unset DATABASE_URL to have one started here.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Refused (nobody listens yet), or 57P03: the server says that it is starting up. */
function isStarting(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === '57P03' ||
    /terminated unexpectedly/.test(message ?? '')
  );
}

/**
 * The server goes by the path of its data at every turn, and so does initdb. Started in that folder, the path through
 * /proc needs no right to enter the folders above it, which another user may not have (0700 of `mktemp -d`, /root).
 */
function pathFor(user: SystemUser | undefined, folder: string): string {
  return user && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : folder;
}

/** Nothing of ours reaches the server: PG* variables would change what it does, keys are none of its business. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * UTF-8 with the collation built into PostgreSQL: the same order and the same `lower()` (every letter of Unicode, one to
 * one) on every machine, whatever locales it has.
 */
async function makeCluster(
  folder: string,
  password: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<void> {
  emptyUnfinished(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(folder), `.password.${process.pid}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) {
    chownSync(folder, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const input = openSync(passwordFile, 'r');
  rmSync(passwordFile);
  const flags = [
    ['-D', pathFor(user, folder)],
    ['--username', superuser, '--auth', 'scram-sha-256', '--pwfile', '/dev/stdin'],
    ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ['--no-instructions'],
  ].flat();
  try {
    await finished(binaries.initdb, flags, { cwd: folder, input, user });
  } catch (error) {
    emptyUnfinished(folder);
    throw error;
  } finally {
    closeSync(input);
  }
}

/** What an interrupted initdb left: without PG_VERSION there is no cluster in it, and initdb wants an empty folder. */
function emptyUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function finished(
  command: string,
  args: string[],
  { cwd, input, user }: { cwd: string; input: number; user: SystemUser | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: serverEnvironment(), stdio: [input, 'pipe', 'pipe'], ...user });
    let said = '';
    child.stdout?.on('data', (text) => (said += text));
    child.stderr?.on('data', (text) => (said += text));
    child.once('error', (error) => reject(new Failure(`PostgreSQL could not be set up: ${error.message}.`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Failure(`PostgreSQL could not be set up in ${cwd}: ${lastLine(said)}`));
    });
  });
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .findLast((line) => /error|fatal/i.test(line)) ??
    text.trim().split('\n').at(-1) ??
    ''
  );
}

/** A server of an earlier run that outlived it is stopped; a lock file that names some other process is taken away. */
export async function endLeftoverPostgres(folder: string): Promise<void> {
  const lock = join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  if (pid > 1 && isAlive(pid) && isServerOf(pid, folder)) {
    // SIGINT: end sessions and write a checkpoint; SIGQUIT: leave now, recover at the next start.
    await endProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'], 8_000);
  } else {
    // PostgreSQL itself would refuse to start as long as any process has that number.
    rmSync(lock, { force: true });
  }
}

function isServerOf(pid: number, folder: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && (worksIn(pid, folder) ?? command.includes(folder));
}
