/** Takes choices out of the numbers that fast-check made; once there are no more, the first of all. */
export class Chooser {
  readonly #numbers: number[];
  constructor(numbers: readonly number[]) {
    this.#numbers = [...numbers];
  }
  below(count: number): number {
    return (this.#numbers.shift() ?? 0) % count;
  }
  one<T>(from: readonly T[]): T | null {
    return from.length === 0 ? null : from[this.below(from.length)]!;
  }
  /** One of those that the call is meant for; now and then any, which it is not. */
  mostly<T>(from: Iterable<T>, meant: (one: T) => boolean): T | null {
    const all = [...from];
    return this.one(this.below(8) > 0 ? all.filter(meant) : all);
  }
  /** One or two of them. */
  some<T>(from: Iterable<T>, meant: (one: T) => boolean): T[] {
    const first = this.mostly(from, meant);
    const second = this.below(2) > 0 ? this.mostly(from, meant) : null;
    return [...new Set([first, second])].filter((one) => one !== null);
  }
}
