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

interface Target {
  /** Start of each delivery in progress, the oldest first. */
  readonly inside: Set<{ readonly since: number }>;
  /** Recent duration of a delivery, in milliseconds. */
  milliseconds: number;
  /** When the last delivery that was sent away is due again. */
  lastTurn: number;
}

/** Targets above which idle ones are removed. */
const maxTargets = 1_000;

/**
 * Limits the deliveries to each target. A delivery to a busy target does not wait inside the worker, where it would hold a place:
 * Temporal repeats it when its turn may have come. One target that hangs delays no other.
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
   * @throws ApplicationFailure, which Temporal repeats, where the target is busy or slow
   */
  async through<T>(target: string, activity: { readonly local: boolean }, deliver: () => Promise<T>): Promise<T> {
    const { places, slow } = this.#options;
    const state = this.#stateOf(target);
    if (activity.local && expectedDuration(state) > slow) throw busy('The target has been slow lately');
    if (state.inside.size >= places) throw this.#sendAway(state);
    const own = { since: performance.now() };
    state.inside.add(own);
    try {
      return await deliver();
    } finally {
      state.inside.delete(own);
      state.milliseconds += (performance.now() - own.since - state.milliseconds) / 4;
    }
  }

  #stateOf(target: string): Target {
    const known = this.#targets.get(target);
    if (known) return known;
    if (this.#targets.size >= maxTargets) this.#removeIdle();
    const state: Target = { inside: new Set(), milliseconds: 0, lastTurn: 0 };
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
    state.lastTurn = Math.max(soonest, state.lastTurn + expectedDuration(state) / this.#options.places);
    const message = `${this.#options.places} deliveries to the target are under way; this one waits for its turn`;
    return busy(message, state.lastTurn - now);
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
