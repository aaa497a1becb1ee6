import { AsyncResource } from 'node:async_hooks';

/** An item of work that waits for its turn. */
interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result | PromiseLike<Result>): void;
  reject(error: unknown): void;
}

/** Milliseconds after which a slow call does not hold up the next ones any more: a few times what a call of sixteen orders takes. */
const longestTurn = 50;

/**
 * Does items of a lane together that come while others of it are under way. The first one goes at once and by itself, so nobody waits
 * for company. An item is passed to `alone` if it has no company, or if `together` leaves it out.
 */
export class Lanes<Item, Result> {
  readonly #together: (items: readonly Item[]) => Promise<(Result | null)[]>;
  readonly #alone: (item: Item) => Promise<Result>;
  readonly #most: number;
  /** Work of several items belongs to none of their requests: it does not run in the context of one of them. */
  readonly #noRequest = new AsyncResource('Lanes');
  /** The items that wait, by lane. A lane is here while something of it is under way. */
  readonly #lanes = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param most items that go together
   * @param together returns the results in the sequence of the items; null for one that needs a call of its own. If it
   * throws, each item fails with the error
   */
  constructor(
    most: number,
    together: (items: readonly Item[]) => Promise<(Result | null)[]>,
    alone: (item: Item) => Promise<Result>,
  ) {
    this.#most = most;
    this.#together = together;
    this.#alone = alone;
  }

  perform(lane: string, item: Item): Promise<Result> {
    const waiting = this.#lanes.get(lane);
    if (waiting) return new Promise((resolve, reject) => waiting.push({ item, resolve, reject }));
    this.#lanes.set(lane, []);
    const result = this.#alone(item);
    this.#passOnAfter(lane, result);
    return result;
  }

  /** Lets the next items of the lane begin when this work has ended, or takes long. */
  #passOnAfter(lane: string, work: Promise<unknown>): void {
    let passed = false;
    const passOn = () => {
      if (passed) return;
      passed = true;
      clearTimeout(timer);
      this.#noRequest.runInAsyncScope(() => this.#next(lane));
    };
    const timer = setTimeout(passOn, longestTurn);
    work.then(passOn, passOn);
  }

  #next(lane: string): void {
    const items = this.#lanes.get(lane)?.splice(0, this.#most) ?? [];
    const [first, ...others] = items;
    if (!first) {
      this.#lanes.delete(lane);
      return;
    }
    if (others.length === 0) {
      const result = this.#alone(first.item);
      this.#passOnAfter(lane, result);
      first.resolve(result);
      return;
    }
    const results = this.#together(items.map(({ item }) => item));
    this.#passOnAfter(lane, results);
    results.then(
      (all) => {
        for (const [at, { item, resolve }] of items.entries()) resolve(all[at] ?? this.#alone(item));
      },
      (error) => {
        for (const { reject } of items) reject(error);
      },
    );
  }
}
