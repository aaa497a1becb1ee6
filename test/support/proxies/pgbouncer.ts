import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../cli/stack/ports.ts';
import { postgresAnswers } from '../postgres-namespace.ts';

export interface PgBouncer {
  /** Returns the address of a database behind the pooler. */
  through(url: string): string;
  /** Ends the pooler at once, with all connections. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((one) => spawnSync(one, ['--version']).status === 0);

/** Returns why the tests cannot start PgBouncer; null if they can. */
export const whyNoPgBouncer = (): string | null => (program ? null : 'The program pgbouncer is not installed.');

/**
 * Starts PgBouncer before a server, with its own defaults for everything that is not named here.
 * @param server the address of a database of the server
 * @param settings such as `pool_mode`
 */
export async function startPgBouncer(server: string, settings: Readonly<Record<string, string>>): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-pgbouncer-'));
  const listenPort = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    default_pool_size: '60',
    max_client_conn: '400',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`);
  for (const [path, mode] of [
    [folder, 0o755],
    [users, 0o644],
    [file, 0o644],
  ] as const)
    chmodSync(path, mode);
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const through = (url: string) => {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String(listenPort);
    return changed.href;
  };
  let running: { kill(): Promise<void> } | null = null;
  const start = async () => {
    const child = spawn(program!, [...asUser, file], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    running = {
      async kill() {
        child.kill('SIGKILL');
        await exited;
      },
    };
    await postgresAnswers(through(server));
  };
  const kill = async () => {
    await running?.kill();
    running = null;
  };
  await start();
  return {
    through,
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
