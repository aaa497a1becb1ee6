import type pg from 'pg';
import type { Connection } from '../connection.ts';
import { reach } from './replay.ts';
import type { ReplicaSettings, ReplicaState, RestReason } from './replica-state.ts';
import type { WrittenPosition } from './written-position.ts';

export interface ReplicaReadsParts {
  readonly replica: pg.Pool;
  readonly primary: pg.Pool;
  readonly written: WrittenPosition;
  readonly state: ReplicaState;
  readonly settings: ReplicaSettings;
}

/**
 * Connections for statements that only read, in place of a pool of the primary. Each statement sees everything that was done before
 * it began, by anybody and through any service: its connection leads to the replica if that has replayed the log up to the position
 * that the primary has written, and else to the primary.
 */
export class ReplicaReads {
  readonly #parts: ReplicaReadsParts;

  constructor(parts: ReplicaReadsParts) {
    this.#parts = parts;
  }

  get options(): pg.PoolOptions {
    return this.#parts.primary.options;
  }

  /** Texts of records are cached for this pool. */
  get origin(): pg.Pool {
    return this.#parts.primary;
  }

  /** Returns a connection. Its caller releases it. @throws the errors of the primary alone */
  async connect(): Promise<pg.PoolClient> {
    const { replica, primary, state } = this.#parts;
    if (state.reason !== null) return this.#primary(state.reason);
    const position = await this.#parts.written.now().catch(() => null);
    // The primary says itself what is wrong with it.
    if (!position) return primary.connect();
    const client = await this.#free(replica);
    if (!client) return this.#primary(state.reason ?? 'away');
    try {
      const shortfall = await this.#limited(client, () => reach(client, position, this.#parts.settings.patience));
      if (shortfall === null) {
        state.served += 1;
        return client;
      }
      client.release();
      state.rest(shortfall);
      return this.#primary(shortfall);
    } catch (error) {
      client.release(true);
      state.rest('away', error);
      return this.#primary('away');
    }
  }

  /** Runs one statement. */
  async query(...statement: [unknown, unknown[]?]): Promise<pg.QueryResult> {
    const client = await this.connect();
    let failure: unknown;
    try {
      return await (client.query as (...args: unknown[]) => Promise<pg.QueryResult>).apply(client, statement);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure instanceof Error && !('severity' in failure));
    }
  }

  #primary(reason: RestReason): Promise<pg.PoolClient> {
    this.#parts.state.fallbacks[reason] += 1;
    return this.#parts.primary.connect();
  }

  /** Returns a free connection to the replica; null if the replica starts to rest during the wait. */
  async #free(replica: pg.Pool): Promise<pg.PoolClient | null> {
    const { state } = this.#parts;
    const connecting = replica.connect();
    let end = () => undefined as unknown;
    const resting = new Promise<null>((resolve) => {
      end = state.onRest(() => resolve(null));
    });
    try {
      const client = await Promise.race([connecting, resting]);
      if (!client) void connecting.then((late) => late.release()).catch(() => undefined);
      return client;
    } catch (error) {
      state.rest('away', error);
      return null;
    } finally {
      end();
    }
  }

  /** Drops the connection if its server is silent. */
  async #limited<Result>(client: pg.PoolClient, question: () => Promise<Result>): Promise<Result> {
    const { patience, answer } = this.#parts.settings;
    const connection = client as unknown as Connection;
    const timer = setTimeout(() => connection.drop('the replica did not answer in time'), patience + answer);
    try {
      return await question();
    } finally {
      clearTimeout(timer);
    }
  }
}
