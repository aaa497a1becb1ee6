import pg from 'pg';
import { Connection, type ConnectionConfig } from './connection.ts';
import { isConnectionFailure } from './connection-failure.ts';
import type { ConnectionMonitor } from './connection-monitor.ts';
import type { DatabaseLimits } from './limits.ts';
import { types } from './types.ts';

/**
 * Seconds after which the server finds out that the machine of the service has vanished, also while it waits for a lock or
 * sends an answer: 10 without traffic, and three questions 5 apart.
 */
const keepAliveSettings = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' };

export interface PoolOptions {
  readonly url: string;
  /** The greatest number of connections. */
  readonly connections: number;
  /** Settings of PostgreSQL for each connection. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether statements get names. */
  readonly named?: boolean;
  /** Whether `query` only reads. After the loss of a connection, it then reads once more. */
  readonly reads?: boolean;
  readonly limits: DatabaseLimits;
  readonly monitor: ConnectionMonitor;
  /** Whether connections may lead to a standby. By default they are refused: it may lack what callers were told. */
  readonly acceptsStandby?: boolean;
  /** Is told each error of a statement. */
  readonly onError?: (error: unknown) => void;
}

/** Opens a pool whose connections the monitor watches. */
export function openPool({
  url,
  connections,
  settings,
  named = false,
  reads = false,
  limits,
  monitor,
  acceptsStandby = false,
  onError,
}: PoolOptions): pg.Pool {
  const own = {
    ...settings,
    ...keepAliveSettings,
    statement_timeout: String(limits.statement),
    idle_in_transaction_session_timeout: String(limits.idleInTransaction),
  };
  const config: pg.PoolConfig & ConnectionConfig = {
    connectionString: url,
    max: connections,
    types,
    // pg-pool also counts the wait for a free connection. The connection has a shorter limit for opening.
    connectionTimeoutMillis: limits.queue,
    openMilliseconds: limits.open,
    maxLifetimeSeconds: limits.ageSeconds,
    reports: monitor,
    named,
    ...(onError ? { onError } : {}),
    Client: Connection as unknown as new () => pg.ClientBase,
    onConnect: async (connection) => {
      await monitor.endAbandoned(connection);
      const { isStandby } = await applySettings(connection, own);
      if (isStandby && !acceptsStandby) throw new Error('Connection terminated: the server is a standby');
    },
  };
  const pool = reads ? new ReadPool(config) : new pg.Pool(config);
  // The pool replaces a broken connection. Without a listener the process would end.
  pool.on('error', () => undefined);
  pool.on('acquire', (client) => {
    (client as unknown as Connection).inUse = true;
  });
  pool.on('release', (_error, client) => {
    const connection = client as unknown as Connection;
    connection.inUse = false;
    // The pool removes a connection that is ending.
    if (connection.retired) void connection.end();
  });
  return pool;
}

/**
 * Applies settings to a connection. As options of the opening, PgBouncer would refuse them.
 * @param settings of PostgreSQL, by name
 * @returns whether the server is a standby now. A primary becomes one only by a restart, which ends its connections
 */
async function applySettings(
  connection: pg.ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<{ isStandby: boolean }> {
  const { rows } = await connection.query<{ standby: boolean }>(
    `-- Applies the settings of a connection, and asks which server it leads to.
    select pg_is_in_recovery() as standby, count(set_config(name, value, false)) from unnest($1::text[], $2::text[]) as s(name, value)`,
    [Object.keys(settings), Object.values(settings)],
  );
  return { isStandby: rows[0]?.standby === true };
}

/** A pool for reads, whose `query` reads once more after it has lost its connection. */
class ReadPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: an override cannot repeat the overloads of pg
  override async query(...args: any[]): Promise<any> {
    const read = super.query as (...a: unknown[]) => Promise<unknown>;
    try {
      return await read.apply(this, args);
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
      return read.apply(this, args);
    }
  }
}
