import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { launchPostgres, postgresAccess, postgresUrl, unsafeSettings } from '../../cli/stack/postgres/postgres.ts';

/** A PostgreSQL in a network namespace of its own, with a link that can be cut. */
export interface DistantPostgres {
  /** The address of its database `postgres`. */
  readonly url: string;
  /** Cuts the link: packets vanish in both directions without an error. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Returns why this machine cannot make network namespaces; null if it can. */
export function whyNoNamespace(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Network namespaces need Linux and root.';
  const name = `cvt${process.pid}`;
  const made = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
  if (made.status !== 0) return `Network namespaces need the program ip: ${made.error?.message ?? made.stderr}`;
  spawnSync('ip', ['netns', 'delete', name]);
  for (const program of ['nsenter', 'setpriv'])
    if (spawnSync(program, ['--version']).status !== 0) return `Network namespaces need the program ${program}.`;
  return null;
}

export async function startDistantPostgres(): Promise<DistantPostgres> {
  const link = `cv${process.pid}`;
  const [namespace, here, there] = [`${link}n`, `${link}h`, `${link}p`];
  // The documentation networks of RFC 5737 are never those of a real machine.
  const [hereAddress, thereAddress] = ['198.51.100.1', '198.51.100.2'];
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-distant-'));
  ip('netns', 'add', namespace);
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', namespace);
  ip('address', 'add', `${hereAddress}/30`, 'dev', here);
  ip('link', 'set', here, 'up');
  ip('-n', namespace, 'address', 'add', `${thereAddress}/30`, 'dev', there);
  ip('-n', namespace, 'link', 'set', there, 'up');

  const access = await postgresAccess(undefined);
  const postgres = join(folder, 'postgres');
  const { command, args, uid, gid, ...options } = (await launchPostgres(postgres, access, {
    ...unsafeSettings,
    listen_addresses: thereAddress,
  })) as Awaited<ReturnType<typeof launchPostgres>> & { uid: number; gid: number };
  appendFileSync(join(postgres, 'pg_hba.conf'), `host all all ${hereAddress}/30 scram-sha-256\n`);
  const asUser = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const server = spawn('nsenter', [`--net=/run/netns/${namespace}`, 'setpriv', ...asUser, command, ...args], {
    ...options,
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const url = postgresUrl(access, 'postgres').replace('127.0.0.1', thereAddress);
  await postgresAnswers(url);
  return {
    url,
    cut: () => ip('-n', namespace, 'link', 'set', there, 'down'),
    mend: () => ip('-n', namespace, 'link', 'set', there, 'up'),
    async close() {
      server.kill('SIGQUIT');
      await exited;
      ip('netns', 'delete', namespace);
      spawnSync('ip', ['link', 'delete', here]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** Waits up to ten seconds until a PostgreSQL, or a pooler before one, accepts a connection. @throws the last refusal */
export async function postgresAnswers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await pause(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
