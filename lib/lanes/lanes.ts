import { AsyncResource } from 'node:async_hooks';

/** An item of work in the queue. */
interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result | PromiseLike<Result>): void;
  reject(error: unknown): void;
}

/** How the items of lanes are combined. */
export interface Batches<Item, Result> {
  /** Returns whether an item may join a batch. The first one that waits always goes. */
  readonly fits: (batch: readonly Item[], item: Item) => boolean;
  /**
   * Does items together. The next ones go when the list is here. A result in it may be a promise: a slow item does
   * not delay the others. If the call throws, each item fails with the error.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  /** Time until the next calls no longer wait for a slow one, in milliseconds. By default they wait for its end. */
  readonly longestTurn?: number;
}

/**
 * Does items of a lane together that come while others of it are under way. The first item is sent alone and
 * immediately, so an item never waits for others.
 */
export class Lanes<Item, Result> {
  readonly #batches: Batches<Item, Result>;
  /** Work of several items belongs to none of their requests: it does not run in the context of one of them. */
  readonly #noRequest = new AsyncResource('Lanes');
  /** The items that wait, by lane. A lane is here while something of it is under way. */
  readonly #lanes = new Map<string, Waiting<Item, Result>[]>();

  constructor(batches: Batches<Item, Result>) {
    this.#batches = batches;
  }

  perform(lane: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const one = { item, resolve, reject };
      const waiting = this.#lanes.get(lane);
      if (waiting) waiting.push(one);
      else {
        this.#lanes.set(lane, []);
        this.#run(lane, [one]);
      }
    });
  }

  /** Returns whether something of a lane is under way. */
  isBusy(lane: string): boolean {
    return this.#lanes.has(lane);
  }

  /** Makes those fail who wait in a lane. */
  refuseWaiting(lane: string, error: unknown): void {
    for (const { reject } of this.#lanes.get(lane)?.splice(0) ?? []) reject(error);
  }

  #run(lane: string, batch: readonly Waiting<Item, Result>[]): void {
    const results = this.#batches.run(batch.map(({ item }) => item));
    this.#passOnAfter(lane, results);
    results.then(
      (all) => {
        for (const [at, { resolve }] of batch.entries()) resolve(all[at] as Result | Promise<Result>);
      },
      (error) => {
        for (const { reject } of batch) reject(error);
      },
    );
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
    const { longestTurn } = this.#batches;
    const timer = longestTurn === undefined ? undefined : setTimeout(passOn, longestTurn);
    work.then(passOn, passOn);
  }

  /** Takes the next items off the queue, in their order. */
  #next(lane: string): void {
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const items: Item[] = [];
    for (const one of this.#lanes.get(lane) ?? []) {
      if (items.length === 0 || this.#batches.fits(items, one.item)) {
        batch.push(one);
        items.push(one.item);
      } else left.push(one);
    }
    if (batch.length === 0) {
      this.#lanes.delete(lane);
      return;
    }
    this.#lanes.set(lane, left);
    this.#run(lane, batch);
  }
}
