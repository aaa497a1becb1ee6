import type pg from 'pg';
import type { ConnectionMonitor } from './connection-monitor.ts';
import type { DatabaseLimits } from './limits.ts';
import { openPool } from './pool.ts';

/**
 * The connections of one process to PostgreSQL, by their use. Each use has a pool of its own, so that a use that waits leaves the
 * connections of the others free.
 */
export interface Pools {
  /** Transactions that change records, and small reads beside them. */
  readonly operations: pg.Pool;
  /** Lists and single reads, which PostgreSQL plans for their values. */
  readonly reads: pg.Pool;
  /** Keys, sessions and logins. Without them no caller gets anything, so nobody else may use these connections. */
  readonly authentication: pg.Pool;
  /** The questions whether the database answers, for `/readyz` and `/status`. They must not wait behind requests. */
  readonly readiness: pg.Pool;
}

/** Two, because a look-up of a key takes a millisecond, and its result is cached for seconds. */
const authenticationConnections = 2;
/** `/readyz` and `/status` each ask once at a time. */
const readinessConnections = 2;

/**
 * Operations find their few rows by index. PostgreSQL plans their statements once a connection, for any values, because planning
 * each time cost a third of their time. For small tables the planner would choose sequential scans and use that plan also when
 * the tables have grown, so the settings forbid such plans. JIT takes longer than any of these statements.
 */
const operationSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  // A row costs more than a page, so that an index lookup for each of a few keys is always cheaper than a scan of a small table.
  seq_page_cost: '0.1',
  random_page_cost: '0.1',
  cpu_tuple_cost: '1',
  cpu_index_tuple_cost: '1',
};

export interface PoolsOptions {
  readonly url: string;
  /** The greatest number of connections for operations, and the same number for reads. */
  readonly connections: number;
  readonly limits: DatabaseLimits;
  readonly monitor: ConnectionMonitor;
}

/** Opens the pools. A pool opens its connections when they are needed. */
export function openPools({ connections, ...common }: PoolsOptions): Pools {
  const settings = { ...operationSettings, lock_timeout: String(common.limits.lock) };
  return {
    operations: openPool({ ...common, connections, settings, named: true }),
    reads: openPool({ ...common, connections, settings: { jit: 'off' }, reads: true }),
    authentication: openPool({ ...common, connections: authenticationConnections, settings, named: true }),
    readiness: openPool({ ...common, connections: readinessConnections, settings: { jit: 'off' }, reads: true }),
  };
}
