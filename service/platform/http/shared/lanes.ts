/** An item of work that waits for its turn. */
interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result | PromiseLike<Result>): void;
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
  /** The items that wait, by lane. A lane is here while something of it is under way. */
  readonly #lanes = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param most items that go together
   * @param together returns the results in the sequence of the items; null for one that needs a call of its own. It does not throw
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
    if (waiting) return new Promise((resolve) => waiting.push({ item, resolve }));
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
      this.#next(lane);
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
    void results.then((all) => {
      for (const [at, { item, resolve }] of items.entries()) resolve(all[at] ?? this.#alone(item));
    });
  }
}
