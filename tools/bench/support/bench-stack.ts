import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, Client as Temporal } from '@temporalio/client';
import pg from 'pg';
import { readJson } from '../../../cli/stack/data-folder.ts';
import { type PostgresAccess, postgresUrl } from '../../../cli/stack/postgres/postgres.ts';
import { Stack } from '../../../cli/stack/stack.ts';
import { type Client, createClient } from '../../../client/client.ts';
import { projectRoot } from '../../../config/root.ts';
import { present } from './series-figures.ts';
import { withStops } from './stops.ts';

export const programs = ['service', 'worker', 'temporal', 'postgres'] as const;
export type Program = (typeof programs)[number];

/** A stack in a folder of its own, and the connections of a measurement to it. */
export interface BenchStack {
  /** Address of the service. */
  readonly url: string;
  readonly adminKey: string;
  readonly client: Client;
  readonly database: pg.Pool;
  readonly temporal: Temporal;
  /** The process id of a program of the stack. */
  pidOf(name: Program): number;
  /** The file of the log of a program of the stack. */
  logOf(name: Program): string;
}

/** A Temporal server that belongs to one measurement. */
export interface OwnTemporal {
  readonly address: string;
  readonly pid: number;
}

/**
 * Starts a stack with the rules of `tools/bench/orders-config.yaml`, runs a measurement, and removes the stack with its data.
 * @param port of the service; Temporal has the next one
 * @param own the Temporal server of the stack, in place of the local one
 */
export async function withBenchStack(
  port: number,
  measure: (bench: BenchStack) => Promise<void>,
  own?: OwnTemporal,
): Promise<void> {
  // The stack and the connections of its programs take the address of the server from here.
  if (own) Object.assign(process.env, { TEMPORAL_ADDRESS: own.address, TEMPORAL_NAMESPACE: 'default' });
  await withStops(async (stops) => {
    const data = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
    stops.push(async () => rmSync(data, { recursive: true, force: true }));
    const stack = new Stack(
      { data, port, config: join(projectRoot, 'tools/bench/orders-config.yaml') },
      process.stderr as never,
    );
    stops.push(() => stack.stop());
    await stack.start();
    const client = createClient({ url: stack.addresses.url, apiKey: stack.adminKey, userAgent: 'conveyor-bench' });
    const database = new pg.Pool({ connectionString: databaseUrlOf(stack), max: 2 });
    const connection = await Connection.connect({ address: own?.address ?? `127.0.0.1:${port + 1}` });
    await measure({
      url: stack.addresses.url,
      adminKey: stack.adminKey,
      client,
      database,
      temporal: new Temporal({ connection }),
      logOf: (name) => join(stack.folder.path, 'log', `${name}.log`),
      pidOf: (name) =>
        own && name === 'temporal'
          ? own.pid
          : Number(readFileSync(join(stack.folder.path, 'run', `${name}.pid`), 'utf8')),
    });
    await client.close();
    await database.end();
    await connection.close();
  });
  if (own) for (const name of ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE']) delete process.env[name];
}

function databaseUrlOf(stack: Stack): string {
  return (
    process.env.DATABASE_URL ??
    postgresUrl(present(readJson<PostgresAccess>(stack.folder.database), 'database'), 'conveyor')
  );
}

/** Returns a value of each program. */
export function ofPrograms<Value>(value: (name: Program) => Value): Record<Program, Value> {
  return Object.fromEntries(programs.map((name) => [name, value(name)])) as Record<Program, Value>;
}

/** Returns the cells of a row of figures as text, each in a column of this width. */
export function columns(cells: readonly (string | number)[], width: number): string {
  return cells.map((cell) => String(cell).padStart(width)).join(' ');
}
