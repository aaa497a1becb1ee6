import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postgresUser, type SystemUser } from '../../../cli/stack/postgres/user.ts';
import { whyNoNamespace } from '../postgres-namespace.ts';
import { openSwitchProxy } from '../proxies/switch-proxy.ts';
import { type Host, openNetwork } from './network.ts';

/**
 * A primary and its standby, each on its own host, with two addresses: one leads to the primary, and the other one
 * to the standby, or to the primary while there is no standby.
 */
export interface FailoverPair {
  /** The address of the database `postgres` on the primary. */
  readonly url: string;
  /** The same on the standby. */
  readonly standbyUrl: string;
  /** Makes the primary wait for the standby at each commit, or ends that. */
  setSynchronous(on: boolean): Promise<void>;
  /** Takes the standby off the network until the next failover: it gets no more of the log. */
  cutStandby(): void;
  /** Kills the primary (SIGKILL), and makes the standby the primary. */
  failOver(): Promise<void>;
  /** Makes the old primary a standby by pg_rewind. */
  rejoin(): Promise<void>;
  /** Leads the address of the primary to the standby for some milliseconds, as an old entry of DNS does. */
  mislead(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

const password = 'failover';
const port = 5432;

/** Returns the folder of the newest PostgreSQL that has pg_rewind; null without one. The embedded one has not. */
function programs(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const folders = versions.toSorted((a, b) => b - a).map((version) => join(root, String(version), 'bin'));
  const all = ['initdb', 'postgres', 'pg_basebackup', 'pg_rewind'];
  return folders.find((folder) => all.every((name) => existsSync(join(folder, name)))) ?? null;
}

/** Returns why this machine cannot run a failover; null if it can. */
export function whyNoFailover(): string | null {
  return whyNoNamespace() ?? (programs() ? null : 'A failover needs PostgreSQL 15 or newer with pg_rewind.');
}

const settings = {
  port: String(port),
  listen_addresses: '*',
  unix_socket_directories: '',
  wal_level: 'replica',
  max_wal_senders: '10',
  max_connections: '150',
  shared_buffers: '64MB',
  wal_keep_size: '512MB',
  wal_log_hints: 'on',
  max_wal_size: '1GB',
  jit: 'off',
  // SIGKILL of the processes loses nothing that was written to files.
  fsync: 'off',
};

export async function startFailoverPair(): Promise<FailoverPair> {
  const network = openNetwork();
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-failover-'));
  const user = (await postgresUser(join(folder, 'none'))) as SystemUser;
  chownSync(folder, user.uid, user.gid);
  const make = (name: string) => new Server(network.add(), join(folder, name), user);
  let [primary, standby] = [make('one'), make('two')];
  primary.create();
  await primary.start();
  standby.copyOf(primary);
  await standby.start();
  const writer = await openSwitchProxy(primary.url);
  const reader = await openSwitchProxy(standby.url);

  async function setSynchronous(on: boolean): Promise<void> {
    if (on) await primary.until(`select 1 from pg_stat_replication where state = 'streaming'`);
    await primary.query(`alter system set synchronous_standby_names = '${on ? '*' : ''}'`);
    await primary.query('select pg_reload_conf()');
    if (on) await primary.until(`select 1 from pg_stat_replication where sync_state = 'sync'`);
  }

  return {
    url: writer.url,
    standbyUrl: reader.url,
    setSynchronous,
    cutStandby: () => standby.host.cut(),
    async failOver() {
      await primary.kill();
      standby.host.mend();
      await standby.until('select 1');
      await standby.query('select pg_promote(true, 30)');
      [primary, standby] = [standby, primary];
      writer.to(primary.url);
      reader.to(primary.url);
    },
    async rejoin() {
      // Without a checkpoint, the files of the new primary name the timeline of the old one.
      await primary.query('checkpoint');
      standby.rewindTo(primary);
      await standby.start();
      reader.to(standby.url);
    },
    async mislead(milliseconds) {
      writer.to(standby.url);
      await pause(milliseconds);
      writer.to(primary.url);
    },
    async close() {
      await Promise.all([writer.close(), reader.close()]);
      for (const server of [primary, standby]) await server.kill();
      network.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL on a host. */
class Server {
  readonly host: Host;
  readonly #folder: string;
  readonly #user: SystemUser;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(host: Host, folder: string, user: SystemUser) {
    this.host = host;
    this.#folder = folder;
    this.#user = user;
  }

  get url(): string {
    return `postgresql://conveyor:${password}@${this.host.address}:${port}/postgres`;
  }

  create(): void {
    mkdirSync(this.#folder, { mode: 0o700 });
    chownSync(this.#folder, this.#user.uid, this.#user.gid);
    const secret = `${this.#folder}.password`;
    writeFileSync(secret, password);
    chownSync(secret, this.#user.uid, this.#user.gid);
    this.#run(
      'initdb',
      '-D',
      this.#folder,
      '-U',
      'conveyor',
      '-A',
      'scram-sha-256',
      '--pwfile',
      secret,
      '-E',
      'UTF8',
      '--locale=C',
    );
    // In the file, because pg_rewind starts the server without flags to recover it.
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    this.#write('postgresql.conf', `${lines.join('\n')}\n`);
    this.#write('pg_hba.conf', 'host all all 0.0.0.0/0 scram-sha-256\nhost replication all 0.0.0.0/0 scram-sha-256\n');
  }

  copyOf(primary: Server): void {
    this.#run('pg_basebackup', '-D', this.#folder, '-d', primary.url, '-c', 'fast', '-X', 'stream');
    this.#follow(primary);
  }

  rewindTo(primary: Server): void {
    this.#run('pg_rewind', '--target-pgdata', this.#folder, '--source-server', primary.url, '--no-sync');
    this.#follow(primary);
  }

  #follow(primary: Server): void {
    const conninfo = `host=${primary.host.address} port=${port} user=conveyor password=${password}`;
    this.#write('postgresql.auto.conf', `primary_conninfo = '${conninfo}'\n`);
    this.#write('standby.signal', '');
  }

  async start(): Promise<void> {
    const { uid, gid } = this.#user;
    const asUser = ['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
    const command = [...asUser, join(programs()!, 'postgres'), '-D', this.#folder];
    const server = spawn('nsenter', [`--net=/run/netns/${this.host.namespace}`, ...command], {
      cwd: this.#folder,
      env,
      stdio: 'ignore',
    });
    this.#exited = once(server, 'exit');
    await this.until('select 1');
  }

  async kill(): Promise<void> {
    this.host.kill();
    await this.#exited;
  }

  async query(text: string): Promise<number> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text)).rowCount ?? 0;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Waits until a query has a row. */
  async until(text: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const rows = await this.query(text).catch((error) => (attempt < 600 ? 0 : Promise.reject(error)));
      if (rows > 0) return;
      if (attempt >= 600) throw new Error(`${this.url} has no row of: ${text}`);
      await pause(50);
    }
  }

  #write(name: string, text: string): void {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    chownSync(path, this.#user.uid, this.#user.gid);
  }

  #run(program: string, ...args: string[]): void {
    const options = { uid: this.#user.uid, gid: this.#user.gid, cwd: tmpdir(), env, encoding: 'utf8' } as const;
    const { status, stderr, error } = spawnSync(join(programs()!, program), args, options);
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
  }
}

/** Variables of PostgreSQL would change the behaviour of its programs. */
const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
