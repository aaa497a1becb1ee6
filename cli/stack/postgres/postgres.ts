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
import { Failure } from '../../../lib/failure.ts';
import { freePort, isFree } from '../ports.ts';
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

/** Settings for two cores that all programs share. The settings for durability (fsync, synchronous_commit) keep their defaults. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // A socket file needs a folder that both users can reach, and a path of at most 107 characters.
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

/** Settings for tests, whose data need not survive a crash of the machine. */
export const unsafeSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Returns the address of a database of the embedded server. */
export function postgresUrl(access: PostgresAccess, database: string): string {
  return `postgresql://${superuser}:${access.password}@127.0.0.1:${access.port}/${database}`;
}

/** Returns a port and a password for a new cluster. A known cluster keeps its password, and its port if that is free. */
export async function postgresAccess(known: PostgresAccess | undefined): Promise<PostgresAccess> {
  if (known && (await isFree(known.port))) return known;
  return { port: await freePort(), password: known?.password ?? randomBytes(24).toString('hex') };
}

/**
 * Returns the command that starts the embedded PostgreSQL on the cluster in `folder`. Creates a missing cluster and ends a server
 * of an earlier run. Root can call it too, even if the server's user cannot enter the folders above `folder`.
 */
export async function launchPostgres(
  folder: string,
  access: PostgresAccess,
  extra: Readonly<Record<string, string>> = {},
): Promise<Launch> {
  const user = await postgresUser(folder);
  const binaries = await postgresBinaries(user);
  if (existsSync(join(folder, 'PG_VERSION'))) assertVersion(folder, binaries);
  else await createCluster(folder, access.password, binaries, user);
  await endLeftoverPostgres(folder);
  const flags = Object.entries({ ...settings, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { command, args } = onFolder(binaries.postgres, folder, binaries, user);
  return {
    command,
    args: [...args, '-p', String(access.port), ...flags],
    cwd: folder,
    env: serverEnvironment(),
    ...user,
  };
}

/** Each major version has a form of files of its own. @throws Failure when the cluster is of another one */
function assertVersion(folder: string, { version }: PostgresBinaries): void {
  const found = Number.parseInt(readFileSync(join(folder, 'PG_VERSION'), 'utf8'), 10);
  if (found === version) return;
  throw new Failure(
    `The data in ${folder} is of PostgreSQL ${found}, and this PostgreSQL is ${version}. Start with PostgreSQL ${found}, or with another data folder (--data).`,
  );
}

/** Waits until the server answers and creates `database` if it is missing. */
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

/** Checks that the user's own PostgreSQL answers. @throws Failure when it does not */
export async function requirePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host } = new URL(url);
    throw new Failure(
      `PostgreSQL at ${host} (DATABASE_URL) does not answer: ${(error as Error).message}. Start it, or unset DATABASE_URL to start the embedded one.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns whether the error means that the server is starting: connection refused, or code 57P03. */
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
 * Returns the command that starts a program on the data in `folder`, its working folder. Another user may lack permission to enter
 * the folders above it (0700 of `mktemp -d`, /root). A path through /proc needs no such permission. PostgreSQL 15 leaves its working
 * folder to find itself and cannot return, so that it gets the folder as an open file.
 */
function onFolder(
  program: string,
  folder: string,
  { version }: PostgresBinaries,
  user: SystemUser | undefined,
): Pick<Launch, 'command' | 'args'> {
  if (!user || !existsSync('/proc/self/cwd')) return { command: program, args: ['-D', folder] };
  if (version >= 16) return { command: program, args: ['-D', '/proc/self/cwd'] };
  return { command: '/bin/sh', args: ['-c', 'exec 9<. "$0" "$@"', program, '-D', '/proc/self/fd/9'] };
}

/** Returns the environment of the server. PG* variables would change its behaviour, and it needs none of our keys. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Creates a cluster in UTF-8 with the collation built into PostgreSQL. Order and `lower()` are then the same on every machine,
 * whatever locales it has. Before version 17 it is the root collation of ICU, because PostgreSQL has no such one of its own.
 */
async function createCluster(
  folder: string,
  password: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<void> {
  clearUnfinished(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(folder), `.password.${process.pid}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) {
    chownSync(folder, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const input = openSync(passwordFile, 'r');
  rmSync(passwordFile);
  const provider =
    binaries.version >= 17
      ? ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8']
      : ['--locale-provider', 'icu', '--icu-locale', 'und'];
  const { command, args } = onFolder(binaries.initdb, folder, binaries, user);
  const flags = [
    ['--username', superuser, '--auth', 'scram-sha-256', '--pwfile', '/dev/stdin'],
    ['--encoding', 'UTF8', '--locale', 'C', ...provider],
    ['--no-instructions'],
  ].flat();
  try {
    await runToEnd(command, [...args, ...flags], { cwd: folder, input, user });
  } catch (error) {
    clearUnfinished(folder);
    throw error;
  } finally {
    closeSync(input);
  }
}

/** Removes the files of an interrupted initdb, which wants an empty folder. A folder without PG_VERSION holds no cluster. */
function clearUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Runs a program and resolves when it exits with 0. @throws Failure with its last error line */
function runToEnd(
  command: string,
  args: string[],
  { cwd, input, user }: { cwd: string; input: number; user: SystemUser | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: serverEnvironment(), stdio: [input, 'pipe', 'pipe'], ...user });
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.once('error', (error) => reject(new Failure(`PostgreSQL could not be set up: ${error.message}.`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Failure(`PostgreSQL could not be set up in ${cwd}: ${lastErrorLine(output)}`));
    });
  });
}

function lastErrorLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .findLast((line) => /error|fatal/i.test(line)) ??
    text.trim().split('\n').at(-1) ??
    ''
  );
}

/** Stops a server that outlived its stack, and removes a lock file with the id of another process. */
export async function endLeftoverPostgres(folder: string): Promise<void> {
  const lock = join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  if (pid > 1 && isAlive(pid) && isServerOf(pid, folder)) {
    // SIGINT ends sessions and writes a checkpoint. SIGQUIT exits at once, and the next start recovers.
    await endProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'], 8_000);
  } else {
    // PostgreSQL refuses to start as long as any process has that id.
    rmSync(lock, { force: true });
  }
}

function isServerOf(pid: number, folder: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && (worksIn(pid, folder) ?? command.includes(folder));
}
