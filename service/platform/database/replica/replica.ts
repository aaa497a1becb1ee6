import type pg from 'pg';
import { ConnectionMonitor } from '../connection-monitor.ts';
import type { DatabaseLimits } from '../limits.ts';
import { openPool } from '../pool.ts';
import { noteReplicaError } from './replica-errors.ts';
import { ReplicaReads } from './replica-reads.ts';
import { type ReplicaSettings, ReplicaState, usualReplicaSettings } from './replica-state.ts';
import { ReplicaWatch } from './replica-watch.ts';
import { WrittenPosition } from './written-position.ts';

export interface ReplicaOptions extends Partial<ReplicaSettings> {
  /** The address of the replica, or of several behind one name. */
  readonly url: string;
  /**
   * Called with the reason why reads use the primary now, in one sentence; null when the replica answers them
   * again.
   */
  readonly onChange?: (problem: string | null) => void;
}

export interface ReplicaParts {
  readonly options: ReplicaOptions;
  /** The address of the primary. */
  readonly primaryUrl: string;
  /** The connections for reads on the primary, for what the replica cannot answer. */
  readonly primaryReads: pg.Pool;
  readonly primaryMonitor: ConnectionMonitor;
  /** The greatest number of connections for reads. */
  readonly connections: number;
  readonly limits: DatabaseLimits;
  readonly onLoss?: ((connections: number) => void) | undefined;
}

/** The longest time for opening a connection to a replica, in milliseconds. The primary can answer in its place. */
const longestOpening = 2_000;

/** A replica of the database that answers reads, and what takes care of it. */
export class Replica {
  /** The connections for reads. They lead to the replica while it has everything, and else to the primary. */
  readonly reads: ReplicaReads;
  readonly state: ReplicaState;
  readonly #pools: readonly pg.Pool[];
  readonly #monitor: ConnectionMonitor;
  readonly #watch: ReplicaWatch;

  constructor({ options, primaryUrl, primaryReads, primaryMonitor, connections, limits, onLoss }: ReplicaParts) {
    const { url, onChange, ...changed } = options;
    const settings = { ...usualReplicaSettings, ...changed };
    const common = { settings: { jit: 'off' }, limits: { ...limits, open: Math.min(limits.open, longestOpening) } };
    this.#monitor = new ConnectionMonitor(url, limits, onLoss);
    const ofReplica = { ...common, url, monitor: this.#monitor, acceptsStandby: true };
    const state = new ReplicaState(onChange);
    const onError = (error: unknown) => {
      if (noteReplicaError(error)) state.fallbacks.canceled += 1;
    };
    const replica = openPool({ ...ofReplica, connections, onError });
    const probe = openPool({ ...ofReplica, connections: 1 });
    const positions = openPool({ ...common, url: primaryUrl, monitor: primaryMonitor, connections: 1, reads: true });
    const written = new WrittenPosition(positions);
    this.state = state;
    this.reads = new ReplicaReads({ replica, primary: primaryReads, written, state, settings });
    this.#watch = new ReplicaWatch({ probe, written, state, settings });
    this.#pools = [replica, probe, positions];
  }

  async close(): Promise<void> {
    await this.#watch.stop();
    await Promise.all(this.#pools.map((pool) => pool.end()));
    this.#monitor.close();
  }
}
