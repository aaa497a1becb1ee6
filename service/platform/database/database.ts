import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { ConnectionMonitor } from './connection-monitor.ts';
import type { Tables } from './generated/tables.ts';
import { type DatabaseLimits, usualLimits } from './limits.ts';
import { openPools, type Pools } from './pools.ts';
import { Replica, type ReplicaOptions } from './replica/replica.ts';
import type { ReplicaState } from './replica/replica-state.ts';
import { type Body, Transactions } from './transactions.ts';

export interface DatabaseOptions {
  /**
   * The greatest number of connections for operations, and the same number for reads. Default: 8. On two cores, 16 did not
   * raise the throughput of orders, and each connection stores its own plans.
   */
  readonly connections?: number;
  /** Time limits that differ from the usual ones. */
  readonly limits?: Partial<DatabaseLimits>;
  /** Is told how many connections were dropped, because the server did not answer. */
  readonly onLoss?: (connections: number) => void;
  /** A replica that answers reads. */
  readonly replica?: ReplicaOptions | undefined;
}

/** The connections to PostgreSQL, and transactions over them. */
export class Database {
  /** The pool for lists and single reads, which PostgreSQL plans for their values. */
  readonly pool: pg.Pool;
  /** The same pool for statements by kysely. They may scan whole tables. */
  readonly readPool: Kysely<Tables>;
  /** The read pool, also inside a transaction of the HTTP layer: a snapshot is a transaction of its own. */
  readonly snapshots: Kysely<Tables>;
  /** The pool for operations. */
  readonly kysely: Kysely<Tables>;
  /** The same database over the connections of authentication, for keys, sessions and logins. */
  readonly authentication: Database;
  /** The same database for `/readyz` and `/status`, over connections that no request uses. */
  readonly readiness: Pick<Database, 'pool' | 'readPool'>;
  /**
   * The same database for requests that only read: its pools lead to the replica, as long as that has everything. Without a
   * replica it is this database.
   */
  readonly reads: Database;
  /** Whether the replica answers reads; null without one. */
  readonly replica: ReplicaState | null;
  readonly #replica: Replica | null;
  readonly #pools: Pools;
  readonly #operations: Transactions;
  readonly #monitor: ConnectionMonitor;

  constructor(url: string, { connections = 8, limits: changed = {}, onLoss, replica }: DatabaseOptions = {}) {
    const limits = { ...usualLimits, ...changed };
    this.#monitor = new ConnectionMonitor(url, limits, onLoss);
    this.#pools = openPools({ url, connections, limits, monitor: this.#monitor });
    this.pool = this.#pools.reads;
    this.readPool = kyselyOf(this.pool);
    this.snapshots = this.readPool;
    this.readiness = { pool: this.#pools.readiness, readPool: kyselyOf(this.#pools.readiness) };
    this.#operations = new Transactions(this.#pools.operations, limits);
    this.kysely = this.#operations.kysely;
    const authentication = new Transactions(this.#pools.authentication, limits);
    this.authentication = Object.create(this, {
      kysely: { value: authentication.kysely },
      pool: { value: this.#pools.authentication },
      transaction: { value: authentication.run.bind(authentication) },
    });
    this.#replica = replica
      ? new Replica({
          options: replica,
          primaryUrl: url,
          primaryReads: this.pool,
          primaryMonitor: this.#monitor,
          connections,
          limits,
          onLoss,
        })
      : null;
    this.replica = this.#replica?.state ?? null;
    this.reads = this.#replica ? this.#over(this.#replica.reads as unknown as pg.Pool) : this;
  }

  /** Returns the same database, whose reads use other connections. */
  #over(pool: pg.Pool): Database {
    const readPool = kyselyOf(pool);
    return Object.create(this, {
      pool: { value: pool },
      readPool: { value: readPool },
      snapshots: { value: readPool },
      transaction: { value: this.transaction.bind(this) },
    });
  }

  /** Runs `body` in one transaction, see `Transactions.run`. */
  transaction<T>(name: string, body: Body<T>): Promise<T> {
    return this.#operations.run(name, body);
  }

  /**
   * Calls `call` after the operations that have ended are committed. Here that is at once; inside a transaction of the HTTP
   * layer, such as the one that stores an idempotent answer, it is after that transaction.
   */
  afterCommit(call: () => void): void {
    call();
  }

  async close(): Promise<void> {
    await this.#replica?.close();
    await Promise.all(Object.values<pg.Pool>({ ...this.#pools }).map((pool) => (pool.ended ? undefined : pool.end())));
    this.#monitor.close();
  }
}

const kyselyOf = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
