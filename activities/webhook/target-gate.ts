import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';

export interface GateOptions {
  /** Deliveries to one target at once. */
  readonly places: number;
  /**
   * Milliseconds. A target that took longer than this is no business of local activities for a while: each of them holds a
   * workflow task for as long as it runs, and there are few of those.
   */
  readonly slow: number;
}

interface Target {
  /** When each that is under way has begun, the oldest first. */
  readonly inside: Set<{ readonly since: number }>;
  /** How long a delivery takes, as it has been lately. */
  milliseconds: number;
  /** When the turn of the last one comes that was sent away. */
  lastTurn: number;
}

/**
 * Lets so many deliveries at a time to each target. What finds it full does not wait inside the worker, where it would hold a
 * place: Temporal has it come again when its turn may have come, and so one target that hangs slows no other.
 */
export class TargetGate {
  readonly #options: GateOptions;
  readonly #targets = new Map<string, Target>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * @param target what is limited together
   * @param so.local whether this is a local activity
   * @throws ApplicationFailure to be tried again, where the target has its share
   */
  async through<T>(target: string, so: { readonly local: boolean }, deliver: () => Promise<T>): Promise<T> {
    const { places, slow } = this.#options;
    const known = this.#known(target);
    if (so.local && takes(known) > slow) throw sentAway('The target has been slow lately');
    if (known.inside.size >= places) throw this.#busy(known);
    const own = { since: performance.now() };
    known.inside.add(own);
    try {
      return await deliver();
    } finally {
      known.inside.delete(own);
      known.milliseconds += (performance.now() - own.since - known.milliseconds) / 4;
    }
  }

  #known(target: string): Target {
    const known = this.#targets.get(target);
    if (known) return known;
    // Those that nobody is at are forgotten now and then, with what was known of them.
    if (this.#targets.size >= 1_000)
      for (const [name, { inside, lastTurn }] of this.#targets)
        if (inside.size === 0 && lastTurn < performance.now()) this.#targets.delete(name);
    const made: Target = { inside: new Set(), milliseconds: 0, lastTurn: 0 };
    this.#targets.set(target, made);
    return made;
  }

  /**
   * Turns follow each other as fast as the target lets places go: a thousand that wait for one that hangs would otherwise ask
   * hundreds of times a second, and be all that Temporal does.
   */
  #busy(known: Target): ApplicationFailure {
    const now = performance.now();
    const soonest = now + 1_000 + Math.random() * 1_000;
    known.lastTurn = Math.max(soonest, known.lastTurn + takes(known) / this.#options.places);
    const message = `${this.#options.places} deliveries to the target are under way; this one waits for its turn`;
    return sentAway(message, known.lastTurn - now);
  }
}

/** Of one that hangs for the first time, those that are still under way say so. */
function takes({ inside, milliseconds }: Target): number {
  const [oldest] = inside;
  return oldest ? Math.max(milliseconds, performance.now() - oldest.since) : milliseconds;
}

function sentAway(message: string, nextRetryDelay?: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message, type: 'webhook.target-busy', nextRetryDelay, category });
}
