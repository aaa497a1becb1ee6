import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';

export interface GateOptions {
  /** Maximum deliveries to one target at once. */
  readonly places: number;
  /**
   * Milliseconds. A target that lately took longer gets no local activities: each of them holds a workflow task for as long as
   * it runs, and a worker has few of those.
   */
  readonly slow: number;
}

/**
 * Longest wait of a delivery inside the worker, in milliseconds. A wait of seconds would hold its place among the
 * worker's tasks.
 */
const longestWait = 2_000;
/** Deliveries to one target that wait inside the worker: a target that begins to hang holds few of its tasks. */
const mostWaiting = 40;
/** Milliseconds until the last delivery that was sent away is due, at most. A target that is fast again has all of them by then. */
const farthestTurn = 600_000;

/** A delivery in progress. */
interface Place {
  /** Its start, by the clock of the process. */
  readonly since: number;
}

interface Target {
  /** The deliveries in progress, the oldest first. */
  readonly inside: Set<Place>;
  /** Callbacks that admit the waiting deliveries, the oldest first. */
  readonly waiting: Set<() => void>;
  /** Recent duration of a delivery, in milliseconds. */
  milliseconds: number;
  /** When the last delivery that was sent away is due again. */
  lastTurn: number;
}

/** Targets above which idle ones are removed. */
const maxTargets = 1_000;

/**
 * Limits the deliveries to each target. A delivery to a busy target waits inside the worker if a place is likely to
 * be free within seconds. A longer wait would hold a task of the worker, so the delivery comes again when a place is likely
 * to be free: by Temporal, or a first attempt by the queue of the service. One target that hangs delays no other.
 */
export class TargetGate {
  readonly #options: GateOptions;
  readonly #targets = new Map<string, Target>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * Runs a delivery, unless its target is busy.
   * @param target key of the deliveries that are limited together
   * @param activity.local whether this is a local activity
   * @throws ApplicationFailure with the time of the next attempt, where the target is busy or slow
   */
  async through<T>(target: string, activity: { readonly local: boolean }, deliver: () => Promise<T>): Promise<T> {
    const state = this.#stateOf(target);
    if (activity.local && expectedDuration(state) > this.#options.slow) throw busy('The target has been slow lately');
    const place = this.#free(state) ?? (await this.#turn(state));
    if (!place) throw this.#sendAway(state);
    try {
      return await deliver();
    } finally {
      state.inside.delete(place);
      state.milliseconds += (performance.now() - place.since - state.milliseconds) / 4;
      const [next] = state.waiting;
      next?.();
    }
  }

  /** Returns the slow targets, whose deliveries would wait too long inside the worker. */
  slowTargets(): string[] {
    const most = (longestWait * this.#options.places) / mostWaiting;
    return [...this.#targets].flatMap(([target, state]) => (expectedDuration(state) > most ? [target] : []));
  }

  /** Takes a free place. */
  #free({ inside }: Target): Place | undefined {
    if (inside.size >= this.#options.places) return undefined;
    const place = { since: performance.now() };
    inside.add(place);
    return place;
  }

  /** Waits for a place. @returns nothing if that takes too long, or is likely to */
  #turn(state: Target): Promise<Place | undefined> {
    const { waiting } = state;
    const likely = ((waiting.size + 1) * expectedDuration(state)) / this.#options.places;
    if (waiting.size >= mostWaiting || likely > longestWait) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer);
        waiting.delete(enter);
        resolve(this.#free(state));
      };
      const timer = setTimeout(enter, longestWait);
      waiting.add(enter);
    });
  }

  #stateOf(target: string): Target {
    const known = this.#targets.get(target);
    if (known) return known;
    if (this.#targets.size >= maxTargets) this.#removeIdle();
    const state: Target = { inside: new Set(), waiting: new Set(), milliseconds: 0, lastTurn: 0 };
    this.#targets.set(target, state);
    return state;
  }

  #removeIdle(): void {
    const now = performance.now();
    for (const [name, { inside, lastTurn }] of this.#targets) {
      if (inside.size === 0 && lastTurn < now) this.#targets.delete(name);
    }
  }

  /**
   * Returns the failure of a delivery to a busy target, with the time of its next attempt. Attempts follow each other as fast as
   * the target frees places: otherwise a thousand deliveries to a target that hangs would make hundreds of attempts a second.
   */
  #sendAway(state: Target): ApplicationFailure {
    const now = performance.now();
    const soonest = now + 1_000 + Math.random() * 1_000;
    const turn = state.lastTurn + expectedDuration(state) / this.#options.places;
    state.lastTurn = Math.max(soonest, Math.min(turn, now + farthestTurn));
    const message = `${this.#options.places} deliveries to the target are under way; this one waits for its turn`;
    return busy(message, Math.round(state.lastTurn - now));
  }
}

/** Returns how long a delivery takes. The oldest one in progress counts, so that a target that begins to hang is noticed. */
function expectedDuration({ inside, milliseconds }: Target): number {
  const [oldest] = inside;
  return oldest ? Math.max(milliseconds, performance.now() - oldest.since) : milliseconds;
}

function busy(message: string, nextRetryDelay?: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message, type: 'webhook.target-busy', nextRetryDelay, category });
}
