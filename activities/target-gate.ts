import { ApplicationFailure } from '@temporalio/activity';
import { hostOf } from '../workflows/input.ts';

/** Soon, and not at the same moment for all that wait. */
const pause = () => 1_000 + Math.random() * 2_000;

/**
 * Lets so many deliveries at a time to each target. What finds it full does not wait inside the worker, where it would hold a
 * place: Temporal has it come again, and so one target that hangs slows no other.
 */
export class TargetGate {
  readonly #places: number;
  readonly #inside = new Map<string, number>();

  /** @param places deliveries to one target at once */
  constructor(places: number) {
    this.#places = places;
  }

  /** @throws ApplicationFailure to be tried again, where the target has its share */
  async through<T>(url: string, deliver: () => Promise<T>): Promise<T> {
    const host = hostOf(url);
    const taken = this.#inside.get(host) ?? 0;
    if (taken >= this.#places) {
      throw ApplicationFailure.create({
        message: `${this.#places} deliveries to ${host} are under way; this one waits for its turn`,
        type: 'webhook.target-busy',
        nextRetryDelay: pause(),
      });
    }
    this.#inside.set(host, taken + 1);
    try {
      return await deliver();
    } finally {
      const left = this.#inside.get(host)! - 1;
      if (left === 0) this.#inside.delete(host);
      else this.#inside.set(host, left);
    }
  }
}
