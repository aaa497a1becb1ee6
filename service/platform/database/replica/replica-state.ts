import type { Shortfall } from './replay.ts';

/** Times in milliseconds. */
export interface ReplicaSettings {
  /** How long a read waits until the replica has everything. */
  readonly patience: number;
  /** The pause between two looks at the replica. */
  readonly interval: number;
  /** How long the replica may take for a small answer, before it counts as away. */
  readonly answer: number;
}

/**
 * A replica on the same network lags a few milliseconds behind, and tens under load. A read that has waited for a tenth of a second
 * costs the primary no more than the read itself.
 */
export const usualReplicaSettings: ReplicaSettings = { patience: 100, interval: 1_000, answer: 1_000 };

/** Why the replica does not answer reads. */
export type RestReason = Shortfall | 'away';

/** Why a read went to the primary: the replica does not answer reads, or it has canceled or lost this one. */
export type Fallback = RestReason | 'canceled';

interface Rest {
  readonly reason: RestReason;
  readonly sentence: string;
}

/** Whether the replica answers reads, with the numbers for `/status` and `/metrics`. */
export class ReplicaState {
  /** Reads that the replica has answered. */
  served = 0;
  /** Reads that went to the primary, by the reason. */
  readonly fallbacks: Record<Fallback, number> = { late: 0, away: 0, promoted: 0, 'other-history': 0, canceled: 0 };
  /** The replica's delay behind the primary; null before the first look, and while it does not answer. */
  lagSeconds: number | null = null;
  /** The bytes of the log that it lacked at the last look; null as above. */
  lagBytes: number | null = null;
  #rest: Rest | null = null;
  readonly #waiting = new Set<() => void>();
  readonly #report: (problem: string | null) => void;

  constructor(report: (problem: string | null) => void = () => undefined) {
    this.#report = report;
  }

  /** Why reads go to the primary now; null while the replica answers them. */
  get reason(): RestReason | null {
    return this.#rest?.reason ?? null;
  }

  /** The same in one sentence. */
  get problem(): string | null {
    return this.#rest?.sentence ?? null;
  }

  /** Sends reads to the primary until a look finds that the replica has everything. @param error why it is away */
  rest(reason: RestReason, error?: unknown): void {
    const before = this.#rest;
    this.#rest = { reason, sentence: this.#sentence(reason, error) };
    for (const leave of [...this.#waiting]) leave();
    if (before?.reason !== reason) this.#report(this.#rest.sentence);
  }

  resume(): void {
    if (!this.#rest) return;
    this.#rest = null;
    this.#report(null);
  }

  /** Calls `leave` when the replica begins to rest. @returns a function that ends this */
  onRest(leave: () => void): () => void {
    this.#waiting.add(leave);
    return () => this.#waiting.delete(leave);
  }

  #sentence(reason: RestReason, error: unknown): string {
    if (reason === 'away') {
      const message = error instanceof Error ? error.message : String(error ?? 'no answer');
      return `The replica does not answer: ${message.replace(/\.$/, '')}. The primary answers its reads.`;
    }
    if (reason === 'late') {
      const lag = this.lagSeconds === null ? '' : ` by ${Math.max(0.1, Math.round(this.lagSeconds * 10) / 10)} s`;
      return `The replica is behind the primary${lag}. The primary answers its reads.`;
    }
    return sentences[reason];
  }
}

const sentences = {
  promoted:
    'The server of CONVEYOR_READ_DATABASE_URL is no standby: it was promoted, or it is the primary itself. The primary answers its reads.',
  'other-history':
    'The replica does not have the history of the primary. If this lasts, it was ahead of the primary at a failover: run pg_rewind, or make it anew. The primary answers its reads.',
};
