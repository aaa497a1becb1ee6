import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import { freePort } from '../../../cli/stack/ports.ts';
import { garbageCollection, temporalReady } from '../../../cli/stack/temporal/temporal.ts';
import type { OwnTemporal } from './bench-stack.ts';
import { type OwnPostgres, startPostgres } from './own-postgres.ts';
import { pidOf, startProgram } from './supervision.ts';

const run = promisify(execFile);

/** The version that the local stack runs, so that only the database differs. */
export const serverVersion = '1.29.1';
const programs = { server: 'go.temporal.io/server/cmd/server', tool: 'go.temporal.io/server/cmd/tools/sql' } as const;

export type DynamicSettings = Readonly<Record<string, number | string | boolean>>;

export interface TemporalOnPostgres extends OwnTemporal {
  /** The PostgreSQL that only this server uses. */
  readonly postgres: OwnPostgres;
  stop(): Promise<void>;
}

/**
 * Starts a Temporal server, all its services in one process, with its own PostgreSQL and the settings of the local
 * stack.
 * @param shards history shards: a server keeps the number for ever
 * @param settings its dynamic configuration
 */
export async function startTemporalOnPostgres(
  folder: string,
  shards: number,
  settings: DynamicSettings,
): Promise<TemporalOnPostgres> {
  const binaries = await serverPrograms();
  const postgres = await startPostgres(join(folder, 'postgres'));
  try {
    const urls = await Promise.all(['temporal', 'temporal_visibility'].map((name) => postgres.createDatabase(name)));
    await createSchema(binaries.tool, urls[0] as string, 'temporal');
    await createSchema(binaries.tool, urls[1] as string, 'visibility');
    const port = await writeConfiguration(folder, shards, settings, urls);
    const program = await startProgram(folder, {
      name: 'temporal',
      command: binaries.server,
      args: ['--root', folder, '--config', '.', '--env', 'bench', '--allow-no-auth', 'start'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...garbageCollection },
      isReady: () => isServing(port),
    });
    await createNamespace(port);
    const stop = async () => {
      await program.stop();
      await postgres.stop();
    };
    return { address: `127.0.0.1:${port}`, pid: pidOf(program), postgres, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Compiles the server and its tool for schemas with Go, once for all clones of a user. */
async function serverPrograms(): Promise<Record<keyof typeof programs, string>> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'conveyor', 'bin');
  const folder = join(cache, `temporal-server-${serverVersion}`);
  const files = { server: join(folder, 'server'), tool: join(folder, 'sql') };
  if (Object.values(files).every((file) => existsSync(file))) return files;
  process.stderr.write('compiling the Temporal server with Go; this takes a few minutes the first time\n');
  mkdirSync(cache, { recursive: true });
  const building = mkdtempSync(join(cache, '.building-'));
  try {
    const packages = Object.values(programs).map((name) => `${name}@v${serverVersion}`);
    await run('go', ['install', ...packages], { env: { ...process.env, GOBIN: building, GOFLAGS: '' } });
    renameSync(building, folder);
    return files;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

async function createSchema(tool: string, url: string, schema: 'temporal' | 'visibility'): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const database = ['--plugin', 'postgres12', '--ep', hostname, '-p', port, '-u', username, '--pw', password];
  const into = [...database, '--db', pathname.slice(1)];
  await run(tool, [...into, 'setup-schema', '-v', '0.0']);
  await run(tool, [...into, 'update-schema', '--schema-name', `postgresql/v12/${schema}`]);
}

/** Writes the files of the server's configuration. They are JSON, which is YAML too. @returns the port of the frontend */
async function writeConfiguration(
  folder: string,
  shards: number,
  settings: DynamicSettings,
  [store, visibility]: readonly string[],
): Promise<number> {
  const ports: Record<string, { grpcPort: number; membershipPort: number }> = {};
  for (const name of ['frontend', 'history', 'matching', 'worker']) {
    ports[name] = { grpcPort: await freePort(), membershipPort: await freePort() };
  }
  const frontend = ports.frontend?.grpcPort as number;
  const configuration = {
    log: { stdout: true, level: 'error' },
    persistence: {
      defaultStore: 'store',
      visibilityStore: 'visibility',
      numHistoryShards: shards,
      datastores: { store: datastore(store as string, 20), visibility: datastore(visibility as string, 10) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(
      Object.entries(ports).map(([name, of]) => [name, { rpc: { ...of, bindOnLocalHost: true } }]),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${frontend}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: join(folder, 'dynamic.yaml'), pollInterval: '60s' },
  };
  const dynamic = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, [{ value }]]));
  writeFileSync(join(folder, 'bench.yaml'), JSON.stringify(configuration, null, 2));
  writeFileSync(join(folder, 'dynamic.yaml'), JSON.stringify(dynamic, null, 2));
  return frontend;
}

function datastore(url: string, connections: number) {
  const { host, username, password, pathname } = new URL(url);
  return {
    sql: {
      pluginName: 'postgres12',
      databaseName: pathname.slice(1),
      connectAddr: host,
      connectProtocol: 'tcp',
      user: username,
      password,
      maxConns: connections,
      maxIdleConns: connections,
      maxConnLifetime: '1h',
    },
  };
}

async function isServing(port: number): Promise<boolean> {
  const connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  try {
    await connection.withDeadline(Date.now() + 1_000, () => connection.workflowService.listNamespaces({ pageSize: 1 }));
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

async function createNamespace(port: number): Promise<void> {
  const connection = await Connection.connect({ address: `127.0.0.1:${port}` });
  try {
    await connection.workflowService.registerNamespace({
      namespace: 'default',
      workflowExecutionRetentionPeriod: { seconds: 30 * 24 * 60 * 60 } as never,
    });
    // The parts of a server read their namespaces every two seconds.
    await pause(5_000);
  } finally {
    await connection.close();
  }
  await temporalReady(port);
}
