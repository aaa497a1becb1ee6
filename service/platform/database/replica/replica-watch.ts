import type pg from 'pg';
import type { Connection } from '../connection.ts';
import { reach, replayOf } from './replay.ts';
import type { ReplicaSettings, ReplicaState } from './replica-state.ts';
import type { Position, WrittenPosition } from './written-position.ts';

export interface ReplicaWatchParts {
  /** A connection to the replica that no read uses. */
  readonly probe: pg.Pool;
  readonly written: WrittenPosition;
  readonly state: ReplicaState;
  readonly settings: ReplicaSettings;
}

/** How many times more often the watch looks while the primary answers the reads. */
const resting = 4;

/**
 * Looks at the replica once a second: it measures how far the replica is behind, and decides whether reads go to it. Without the
 * watch, each read would wait for a replica that is late or away.
 */
export class ReplicaWatch {
  readonly #parts: ReplicaWatchParts;
  /** A position that the replica did not have at the last look, and when the primary had it. */
  #awaited: { readonly position: Position; readonly since: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: ReplicaWatchParts) {
    this.#parts = parts;
    // The replay may have paused for a moment when a read waited without success.
    parts.state.onRest(() => this.#lookNow());
    this.#lookNow();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #lookNow(): void {
    if (this.#looking || this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isStopped) return;
    const { state, settings } = this.#parts;
    const pause = state.reason === null ? settings.interval : settings.interval / resting;
    this.#timer = setTimeout(() => this.#lookNow(), pause).unref();
  }

  async #look(): Promise<void> {
    const { written, state } = this.#parts;
    try {
      // Without the primary, nothing is known about the replica. Reads ask the primary themselves.
      const position = await written.now().catch(() => null);
      if (position) await this.#compare(position);
    } catch (error) {
      this.#awaited = null;
      state.lagSeconds = null;
      state.lagBytes = null;
      state.rest('away', error);
    }
  }

  async #compare(position: Position): Promise<void> {
    const { probe, state, settings } = this.#parts;
    const client = await probe.connect();
    const from = performance.now();
    const silent = () => (client as unknown as Connection).drop('the replica did not answer in time');
    const timer = setTimeout(silent, settings.interval + settings.answer);
    try {
      state.lagBytes = (await replayOf(client, position)).missing;
      // A primary of another history has positions of its own.
      if (this.#awaited?.position.primary !== position.primary) this.#awaited = null;
      this.#awaited ??= { position, since: from };
      const { position: awaited, since } = this.#awaited;
      const shortfall = await reach(client, awaited, settings.interval);
      const lag = performance.now() - since;
      state.lagSeconds = shortfall === 'promoted' ? null : Math.round(lag) / 1000;
      if (shortfall === null) this.#awaited = null;
      const isLate = lag > settings.patience;
      if (shortfall !== null || isLate) state.rest(shortfall ?? 'late');
      else state.resume();
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
