import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  launchPostgres,
  type PostgresAccess,
  postgresAccess,
  postgresReady,
  postgresUrl,
  unsafeSettings,
} from '../../../cli/stack/postgres/postgres.ts';

/** A primary and standbys of it, on this machine. */
export interface ReplicatedPostgres {
  /** The address of the database `postgres` of the primary. */
  readonly url: string;
  /** Makes a standby that follows the primary. */
  addStandby(): Promise<Standby>;
  /** Ends the primary at once. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface Standby {
  /** The address of its database `postgres`. */
  readonly url: string;
  /** Stops the replay of the log. Received log waits. */
  pause(): Promise<unknown>;
  resume(): Promise<unknown>;
  /** Makes it a primary. */
  promote(): Promise<unknown>;
  /** Ends the server at once. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const settings = {
  ...unsafeSettings,
  // Otherwise a commit reaches the standby only with the next round of the WAL writer.
  synchronous_commit: 'on',
  shared_buffers: '64MB',
  wal_level: 'replica',
  max_wal_senders: '10',
  hot_standby: 'on',
  // The replay cancels statements on a standby after this time, as it does after 30 s by default.
  max_standby_streaming_delay: '50ms',
};

interface Server {
  readonly access: PostgresAccess;
  stop(): Promise<void>;
}

async function startServer(folder: string, access: PostgresAccess): Promise<Server> {
  const { command, args, ...options } = await launchPostgres(folder, access, settings);
  const process = spawn(command, args, { ...options, stdio: 'ignore' });
  const exited = once(process, 'exit');
  await postgresReady(access, 'postgres');
  return {
    access,
    async stop() {
      process.kill('SIGQUIT');
      await exited;
    },
  };
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-replicated-'));
  const access = await postgresAccess(undefined);
  const primary = join(folder, 'primary');
  let server: Server | null = await startServer(primary, access);
  const url = postgresUrl(access, 'postgres');
  appendFileSync(join(primary, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n');
  await query(url, 'select pg_reload_conf()');
  const standbys: Standby[] = [];
  return {
    url,
    async addStandby() {
      const standby = await makeStandby(join(folder, `standby${standbys.length}`), primary, access);
      standbys.push(standby);
      return standby;
    },
    async stop() {
      await server?.stop();
      server = null;
    },
    async close() {
      for (const standby of standbys) await standby.stop();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeStandby(folder: string, primary: string, { port, password }: PostgresAccess): Promise<Standby> {
  const primaryUrl = postgresUrl({ port, password }, 'postgres');
  await copyOf(primary, folder, primaryUrl);
  const connection = `host=127.0.0.1 port=${port} user=conveyor password=${password}`;
  appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  own(folder, 'standby.signal', '');
  const access = { ...(await postgresAccess(undefined)), password };
  let server: Server | null = await startServer(folder, access);
  const url = postgresUrl(access, 'postgres');
  return {
    url,
    pause: () => query(url, 'select pg_wal_replay_pause()'),
    resume: () => query(url, 'select pg_wal_replay_resume()'),
    promote: () => query(url, 'select pg_promote()'),
    async stop() {
      await server?.stop();
      server = null;
    },
    async start() {
      server ??= await startServer(folder, access);
    },
  };
}

/** Copies the files of a running server, as pg_basebackup does, which the embedded server lacks. */
async function copyOf(primary: string, folder: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    // Files may vanish during the copy. The log has what they lack.
    spawnSync('cp', ['-a', primary, folder], { stdio: 'ignore' });
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    own(folder, 'backup_label', rows[0]!.labelfile);
  } finally {
    await client.end();
  }
}

/** Writes a file that belongs to the user of the server. */
function own(folder: string, name: string, text: string): void {
  const { uid, gid } = statSync(join(folder, 'PG_VERSION'));
  writeFileSync(join(folder, name), text);
  chownSync(join(folder, name), uid, gid);
}

/** Runs a statement on a connection of its own. @returns the number of its rows */
export async function query(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
